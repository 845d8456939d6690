import type { CacheAllocation, CacheComparison, CacheKind } from '../contract/cache/cache'
import type { PlannedCache } from '../kv/cache-plan'
import type { PlannedCacheKind } from '../kv/shape/cache-shape'

/** llama.cpp's log calls compressed cells full, and compressor states recurrent. */
export const cacheKindOf: Readonly<Record<PlannedCacheKind, CacheKind>> = {
  full: 'full',
  sinks: 'full',
  sliding: 'sliding',
  recurrent: 'recurrent',
  indexer: 'indexer',
  csa: 'full',
  hca: 'full',
  'csa-state': 'recurrent',
  'hca-state': 'recurrent',
  'indexer-state': 'recurrent',
}

/** Pairs caches of equal kind and bytes first, then caches of equal kind. */
export function compareCaches(allocated: readonly CacheAllocation[], planned: readonly PlannedCache[]): CacheComparison[] {
  const rest = planned.filter(({ bytes }) => bytes > 0)
  const take = (isMatch: (candidate: PlannedCache) => boolean): PlannedCache | undefined => {
    const index = rest.findIndex(isMatch)
    return index < 0 ? undefined : rest.splice(index, 1)[0]
  }
  const equal = allocated.map((cache) => take((candidate) => isOfKind(candidate, cache) && candidate.bytes === bytesOf(cache)))
  const paired = allocated.map((cache, index) => equal[index] ?? take((candidate) => isOfKind(candidate, cache)))
  return [
    ...allocated.map((cache, index) => ({
      kind: cache.kind,
      cells: cache.cells,
      predictedBytes: paired[index]?.bytes ?? (bytesOf(cache) === 0 ? 0 : null),
      allocatedBytes: bytesOf(cache),
    })),
    ...rest.map(({ kind, cells, bytes }) => ({ kind: cacheKindOf[kind], cells, predictedBytes: bytes, allocatedBytes: null })),
  ]
}

const isOfKind = ({ kind }: PlannedCache, cache: CacheAllocation): boolean => cacheKindOf[kind] === cache.kind
const bytesOf = ({ keyBytes, valueBytes }: CacheAllocation): number => keyBytes + valueBytes
