import type { ContextReport } from '../contract/cache/cache'

/** Bytes that each token of a conversation adds to the caches that grow with it. Sliding-window caches and recurrent states do not grow. */
export const bytesPerToken = ({ caches }: Pick<ContextReport, 'caches'>): number =>
  caches
    .filter(({ kind, cells }) => (kind === 'full' || kind === 'indexer') && cells > 0)
    .reduce((sum, { keyBytes, valueBytes, cells, streams }) => sum + (keyBytes + valueBytes) / (cells * streams), 0)
