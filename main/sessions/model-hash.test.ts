import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modelHash } from './model-hash'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-hash-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, bytes: number, ones: readonly number[]): { path: string; headerBytes: number } {
  const path = join(folder, name)
  const descriptor = openSync(path, 'w')
  ftruncateSync(descriptor, bytes)
  for (const at of ones) writeSync(descriptor, Buffer.from([1]), 0, 1, at)
  closeSync(descriptor)
  return { path, headerBytes: 1000 }
}
const small = 1 << 20
const large = 80 * (1 << 20)

describe('the hash of a model', () => {
  it('covers every byte of a small file', async () => {
    const zeros = await modelHash([file('a', small, [])])
    expect(await modelHash([file('b', small, [])])).toBe(zeros)
    expect(await modelHash([file('c', small, [small - 1])])).not.toBe(zeros)
    expect(await modelHash([file('d', small + 1, [])])).not.toBe(zeros)
  })
  it('covers the length and header of a large file, and blocks throughout its tensors', async () => {
    const zeros = await modelHash([file('e', large, [])])
    expect(await modelHash([file('f', large, [999])])).not.toBe(zeros)
    expect(await modelHash([file('g', large + 1, [])])).not.toBe(zeros)
    expect(await modelHash([file('h', large, [1000 + 63 * Math.floor((large - 1000) / 64) + 5])])).not.toBe(zeros)
    expect(await modelHash([file('i', large, [1000 + (1 << 16) + 5])])).toBe(zeros)
  })
  it('covers all parts in order', async () => {
    const [one, two] = [file('j', small, [1]), file('k', small, [2])]
    expect(await modelHash([one, two])).not.toBe(await modelHash([two, one]))
  })
})
