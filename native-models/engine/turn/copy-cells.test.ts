import { readdirSync } from 'node:fs'
import os from 'node:os'
import type { LlamaContextSequence } from 'node-llama-cpp'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { copyCells } from './copy-cells'

describe('a failed copy of cells', () => {
  it('throws a coded failure with the cause, leaves no file, and clears the other sequences', async () => {
    let cleared = 0
    const from = { nextTokenIndex: 9, saveStateToFile: () => Promise.reject(new Error('no space left on device')) }
    const to = { nextTokenIndex: 0, clearHistory: async () => void cleared++ }
    const before = cellFolders()
    const failure = await copyCells(...([from, [to], 100] as unknown as [LlamaContextSequence, LlamaContextSequence[], number])).catch(
      failureOf,
    )
    expect(failure).toEqual({ code: 'cells-not-copied', facts: { reason: { kind: 'error', quoted: 'no space left on device' } } })
    expect(cleared).toBe(2)
    expect(cellFolders()).toEqual(before)
  })
})

const cellFolders = () =>
  ['/dev/shm', os.tmpdir()].flatMap((folder) => {
    try {
      return readdirSync(folder).filter((name) => name.startsWith(`headroom-cells-${process.pid}-`))
    } catch {
      return []
    }
  })
