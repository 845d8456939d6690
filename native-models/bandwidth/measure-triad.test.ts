import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { arrayBytesFor, lastLevelCacheBytes, threadCounts } from './array-size'
import { measureTriad } from './measure-triad'

const folder = mkdtempSync(join(tmpdir(), 'headroom-cpus-'))
afterAll(() => rmSync(folder, { recursive: true }))
const mebibyte = 2 ** 20

describe('the triad', () => {
  it('computes correct sums with any number of threads, even if the parts differ in length, and has a rate for each', async () => {
    // 17 steps of 64 bytes are divided among 3 threads.
    const finding = await measureTriad({ arrayBytes: 17 * 64, threads: [1, 2, 3] })
    expect(finding).toMatchObject({ outcome: 'measured', arrayBytes: 17 * 64, byThreads: [{ threads: 1 }, { threads: 2 }, { threads: 3 }] })
    if (finding.outcome === 'measured') for (const { bytesPerSecond } of finding.byThreads) expect(bytesPerSecond).toBeGreaterThan(0)
  })
})

describe('an array', () => {
  it('is four times as large as the last-level cache: 1,040 MiB for 260 MiB', () => {
    expect(arrayBytesFor(260 * mebibyte, 64 * 2 ** 30)).toBe(1040 * mebibyte)
  })
  it('leaves half of the memory free, and three of them fit into 4 GiB', () => {
    expect(arrayBytesFor(260 * mebibyte, 600 * mebibyte)).toBe(100 * mebibyte)
    // The first page holds the factor.
    expect(3 * arrayBytesFor(2 ** 40, 2 ** 50)).toBeLessThanOrEqual(2 ** 32 - 2 ** 16)
  })
  it('is 512 MiB if the size of the cache is unknown', () => {
    expect(arrayBytesFor(null, 64 * 2 ** 30)).toBe(512 * mebibyte)
  })
})

describe('the last-level cache', () => {
  const put = (cpu: number, index: number, facts: Readonly<Record<string, string>>) => {
    const path = join(folder, `cpu${cpu}`, 'cache', `index${index}`)
    mkdirSync(path, { recursive: true })
    for (const [name, text] of Object.entries(facts)) writeFileSync(join(path, name), `${text}\n`)
  }
  it('is counted once for all the cores that share it', () => {
    for (const cpu of [0, 1, 2, 3]) {
      put(cpu, 2, { level: '2', size: '2048K', shared_cpu_list: String(cpu), type: 'Unified' })
      put(cpu, 3, { level: '3', size: '32M', shared_cpu_list: cpu < 2 ? '0-1' : '2-3', type: 'Unified' })
    }
    expect(lastLevelCacheBytes(folder)).toBe(64 * mebibyte)
  })
  it('is unknown where the system does not say', () => {
    expect(lastLevelCacheBytes(join(folder, 'nothing'))).toBeNull()
  })
})

it('sweeps powers of two and every core', () => {
  expect([1, 2, 6, 8].map(threadCounts)).toEqual([[1], [1, 2], [1, 2, 4, 6], [1, 2, 4, 8]])
})
