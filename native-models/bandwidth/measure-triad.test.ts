import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { arrayBytesFor, lastLevelCacheBytes, threadCounts } from './array-size'
import { measureTriad } from './measure-triad'

const folder = mkdtempSync(join(tmpdir(), 'headroom-cpus-'))
afterAll(() => rmSync(folder, { recursive: true }))
const mebibyte = 2 ** 20

describe('measureTriad', () => {
  it('computes correct sums and measures a rate for each number of threads, even if the threads’ parts differ in length', async () => {
    const finding = await measureTriad({ arrayBytes: 17 * 64, threads: [1, 2, 3] })
    expect(finding).toMatchObject({ outcome: 'measured', arrayBytes: 17 * 64, byThreads: [{ threads: 1 }, { threads: 2 }, { threads: 3 }] })
    if (finding.outcome === 'measured') for (const { bytesPerSecond } of finding.byThreads) expect(bytesPerSecond).toBeGreaterThan(0)
  })
})

describe('an array for the triad', () => {
  it('is four times as large as the last-level cache: 1,040 MiB for 260 MiB', () => {
    expect(arrayBytesFor(260 * mebibyte, 64 * 2 ** 30)).toBe(1040 * mebibyte)
  })
  it('is small enough that three arrays take at most half of the free memory, and less than 4 GiB', () => {
    expect(arrayBytesFor(260 * mebibyte, 600 * mebibyte)).toBe(100 * mebibyte)
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
  it('is null if the system does not report it', () => {
    expect(lastLevelCacheBytes(join(folder, 'nothing'))).toBeNull()
  })
})

it('threadCounts returns powers of two and the number of cores', () => {
  expect([1, 2, 6, 8].map(threadCounts)).toEqual([[1], [1, 2], [1, 2, 4, 6], [1, 2, 4, 8]])
})
