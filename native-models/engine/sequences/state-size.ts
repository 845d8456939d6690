import type { CacheSample, ContextReport } from '../../../core/contract/cache/cache'

/** Of a token: its id, and per cache its position and the sequences that have it. */
const tokenIdBytes = 4
const cellBytes = 24
/** Of a file: counts, and the type and the size of each layer's rows. */
const headerBytes = 64 * 1024

/**
 * What the files of a state and its checkpoints take at most. A window may have more cells than it needs, and a recurrent state more than
 * one cell. If llama.cpp printed no cache, the state may take what was predicted for all caches. Source: `llama_kv_cache::state_write` and
 * `llama_kv_cache_dsv4::state_write`, llama.cpp v0.4.0.
 */
export function mostStateBytes(
  { tokens, fills, checkpoints }: Pick<CacheSample, 'tokens' | 'fills' | 'checkpoints'>,
  { predictedBytes }: Pick<ContextReport, 'predictedBytes'>,
): number {
  const perToken = tokenIdBytes + cellBytes * Math.max(1, fills.length)
  const cells = fills.reduce((sum, { kind, usedBytes, allocatedBytes }) => sum + (kind === 'full' ? usedBytes : allocatedBytes), 0)
  const perCheckpoint = headerBytes + compressedBytes(fills)
  const parts = checkpoints.reduce((sum, { bytes }) => sum + bytes + perCheckpoint, 0)
  return (fills.length > 0 ? cells : (predictedBytes ?? 0)) + tokens * perToken + headerBytes + parts
}

/** DeepSeek V4 writes its compressed cells with every checkpoint. Only this model has both an indexer and states. */
function compressedBytes(fills: CacheSample['fills']): number {
  const has = (wanted: CacheSample['fills'][number]['kind']) => fills.some(({ kind }) => kind === wanted)
  if (!has('indexer') || !has('recurrent')) return 0
  return fills.reduce((sum, { kind, usedBytes }) => sum + (kind === 'full' || kind === 'indexer' ? usedBytes : 0), 0)
}
