/**
 * What llama.cpp printed about its caches, beside what was planned. Its sizes are rounded to 0.01 MiB; where a planned
 * cache has the printed cells and prints as the same size, the planned bytes are the ones that were allocated.
 * A cache that nothing planned fits keeps its printed size, and the sums will not agree.
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

/** Rounded to 0.01 MiB as often as it is a sum of `parts`, after it was a 32-bit float. */
const printsAs = (printedBytes: number, bytes: number, parts: number): boolean =>
  Math.abs(printedBytes - bytes) <= parts * (0.005 * 2 ** 20 + 1) + bytes * 2 ** -23

/** llama.cpp's line tells convolution and recurrence apart; the plan has their sum. */
const bytesOf = (printed: CacheAllocation, planned: PlannedCache): Pick<CacheAllocation, 'keyBytes' | 'valueBytes'> =>
  planned.stateBytes === 0
    ? { keyBytes: planned.keyBytes, valueBytes: planned.valueBytes }
    : { keyBytes: Math.max(0, planned.stateBytes - printed.valueBytes), valueBytes: Math.min(planned.stateBytes, printed.valueBytes) }
