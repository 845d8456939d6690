import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { forkTrial } from '../backends/fork-trial'
import { measureMemory } from './measure-memory'
import { madeUpTriad } from './testing/made-up-triad'

const folder = mkdtempSync(join(tmpdir(), 'headroom-triad-'))
afterAll(() => rmSync(folder, { recursive: true }))
function triadThat(does: string) {
  const path = join(folder, `${Math.random()}.mjs`)
  writeFileSync(path, does)
  return forkTrial<never, never>(path) as never
}

describe('a measurement of memory bandwidth', () => {
  it('names the machine that it measured', async () => {
    expect(await measureMemory(madeUpTriad)).toMatchObject({ cores: expect.any(Number), byThreads: [{ threads: 1 }, { threads: 2 }] })
  })
  it('fails with the reason if its process dies, hangs or cannot allocate memory', async () => {
    const failure = (does: string, limitMs?: number) => measureMemory(triadThat(does), undefined, limitMs).catch(failureOf)
    expect(await failure('process.exit(7)')).toMatchObject({
      code: 'bandwidth-failed',
      facts: { reason: { kind: 'process-ended', end: { kind: 'code', code: 7 } } },
    })
    expect(await failure(`process.send({ outcome: 'fails', quoted: 'could not allocate memory' })`)).toMatchObject({
      facts: { reason: { kind: 'error', quoted: 'could not allocate memory' } },
    })
    expect(await failure('setInterval(() => {}, 1000)', 500)).toMatchObject({ facts: { reason: { kind: 'timed-out', seconds: 0.5 } } })
  })
  it('fails with the reason for its cancellation', async () => {
    const abort = new AbortController()
    const measuring = measureMemory(triadThat('setInterval(() => {}, 1000)'), abort.signal)
    abort.abort(new Error('not wanted'))
    await expect(measuring).rejects.toThrow('not wanted')
  })
})
