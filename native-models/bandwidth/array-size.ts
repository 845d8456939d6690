import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import { join } from 'node:path'
import { stepBytes } from './triad-kernel'

export const pageBytes = 1 << 16
/** STREAM's rule for the size of an array. */
const timesCache = 4
/** Four times 128 MiB, which is more cache than most desktop processors have. */
const usualBytes = 512 * 2 ** 20
/** WebAssembly memory has at most 4 GiB. The first page holds the factor. */
const mostBytes = Math.floor((2 ** 32 - pageBytes) / 3 / pageBytes) * pageBytes
/** Share of the free memory for all three arrays. */
const shareOfFree = 0.5

export function arrayBytesFor(cacheBytes: number | null, freeBytes: number): number {
  const wanted = cacheBytes === null ? usualBytes : Math.max(usualBytes / 4, timesCache * cacheBytes)
  const possible = Math.min(wanted, mostBytes, (freeBytes * shareOfFree) / 3)
  return Math.max(stepBytes, Math.floor(possible / stepBytes) * stepBytes)
}

export const freeBytesNow = (): number => (process as { availableMemory?: () => number }).availableMemory?.() ?? freemem()

/** Returns 1, 2, 4 … and the number of logical cores. */
export function threadCounts(cores = availableParallelism()): number[] {
  const counts = [cores]
  for (let count = 1; count < cores; count *= 2) counts.push(count)
  return counts.sort((a, b) => a - b)
}

const cpuFolder = '/sys/devices/system/cpu'

/**
 * Returns the total of all last-level caches, or null if the system does not report them. Source:
 * Documentation/ABI/testing/sysfs-devices-system-cpu in Linux.
 */
export function lastLevelCacheBytes(folder = cpuFolder): number | null {
  const parts = new Map<string, { readonly level: number; readonly bytes: number }>()
  for (const cpu of namesIn(folder).filter((name) => /^cpu\d+$/.test(name)))
    for (const index of namesIn(join(folder, cpu, 'cache')).filter((name) => /^index\d+$/.test(name))) {
      const read = (name: string) => textIn(join(folder, cpu, 'cache', index, name))
      const [, amount, unit] = /^(\d+)([KMG]?)$/.exec(read('size')) ?? []
      if (amount === undefined) continue
      const bytes = Number(amount) * ({ K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 }[unit ?? ''] ?? 1)
      parts.set(`${read('level')} ${read('shared_cpu_list')} ${read('type')}`, { level: Number(read('level')), bytes })
    }
  const last = Math.max(0, ...[...parts.values()].map(({ level }) => level))
  const total = [...parts.values()].reduce((sum, { level, bytes }) => (level === last ? sum + bytes : sum), 0)
  return total > 0 ? total : null
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}
