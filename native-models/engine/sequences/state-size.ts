import type { CacheFill, CacheSample } from '../../../core/contract/cache/cache'

/** Of a token: its id, and per cache its position and the sequences that have it. */
const tokenIdBytes = 4
const cellBytes = 24
/** Of a file: counts, and the type and the size of each layer's rows. */
const headerBytes = 64 * 1024

/** What the files of a state and its checkpoints take at most. Source: `llama_kv_cache::state_write`, llama.cpp v0.4.0. */
export function mostStateBytes({ tokens, fills, checkpoints }: Pick<CacheSample, 'tokens' | 'fills' | 'checkpoints'>): number {
  const perToken = tokenIdBytes + cellBytes * fills.length
  const cells = fills.reduce((sum: number, { usedBytes }: CacheFill) => sum + usedBytes, 0)
  const parts = checkpoints.reduce((sum, { bytes }) => sum + bytes + headerBytes, 0)
  return cells + tokens * perToken + headerBytes + parts
}
