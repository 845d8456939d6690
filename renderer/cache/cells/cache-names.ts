import type { CacheKind } from '../../../core/contract/cache/cache'

export const cacheNames: Readonly<Record<CacheKind, { name: string; meaning: string }>> = {
  full: { name: 'Full attention', meaning: 'One cell per token of the context. Every later token attends to all of them.' },
  sliding: { name: 'Sliding window', meaning: 'Layers that attend only to the last tokens keep only those, plus one batch.' },
  recurrent: { name: 'Recurrent state', meaning: 'A state of fixed size per sequence, in f32 whatever the cache type is.' },
  indexer: { name: 'Indexer', meaning: 'Small keys by which sparse attention picks the cells it reads.' },
}
