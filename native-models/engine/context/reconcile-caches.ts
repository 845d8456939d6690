/**
 * Replaces the rounded sizes that llama.cpp prints with the planned bytes, if the planned cache has the same cells and rounds to the
 * same size.
 */
import type { CacheAllocation } from '../../../core/contract/cache/cache'
import type { CachePlan, PlannedCache } from '../../../core/kv/cache-plan'
import { cacheKindOf } from '../../../core/plan/compare-caches'

export function reconcileCaches(printed: readonly CacheAllocation[], plan: CachePlan | undefined): CacheAllocation[] {
  const planned = [...(plan?.caches ?? [])]
  return printed.map((cache) => {
    const index = planned.findIndex((candidate) => isSame(cache, candidate))
    const [match] = index < 0 ? [] : planned.splice(index, 1)
    return match ? { ...cache, ...bytesOf(cache, match), layers: match.layers, exact: true } : cache
  })
}

function isSame(printed: CacheAllocation, planned: PlannedCache): boolean {
  if (cacheKindOf[planned.kind] !== printed.kind || planned.cells !== printed.cells || planned.streams !== printed.streams) return false
  if (printed.kind === 'recurrent') return printsAs(printed.keyBytes + printed.valueBytes, planned.bytes, 3)
  const isSameSize = printsAs(printed.keyBytes, planned.keyBytes, 1) && printsAs(printed.valueBytes, planned.valueBytes, 1)
  return isSameSize && planned.layers === printed.layers
}

const printsAs = (printedBytes: number, bytes: number, parts: number): boolean =>
  Math.abs(printedBytes - bytes) <= parts * (0.005 * 2 ** 20 + 1) + bytes * 2 ** -23

const bytesOf = (printed: CacheAllocation, planned: PlannedCache): Pick<CacheAllocation, 'keyBytes' | 'valueBytes'> =>
  planned.stateBytes === 0
    ? { keyBytes: planned.keyBytes, valueBytes: planned.valueBytes }
    : { keyBytes: Math.max(0, planned.stateBytes - printed.valueBytes), valueBytes: Math.min(planned.stateBytes, printed.valueBytes) }
