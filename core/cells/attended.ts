/** Which tokens of a sliding-window layer the next token attends to. Source: `llama_hparams::is_masked_swa`, src/llama-hparams.h. */
import type { CacheShape } from '../kv/shape/cache-shape'

export interface SlidingWindow {
  readonly windowTokens: number
  /** Llama 4 attends to the current chunk of this many tokens. */
  readonly isChunked: boolean
}

/** null if the model has no sliding window. */
export function slidingWindowOf({ architecture, releases }: CacheShape): SlidingWindow | null {
  for (const release of Object.values(releases))
    for (const { cells } of 'caches' in release ? release.caches : [])
      if (cells.by === 'window') return { windowTokens: cells.windowTokens, isChunked: architecture === 'llama4' }
  return null
}

/** The next token has the position `tokens`. It attends to itself and to all positions from this one on. */
export const firstAttended = (tokens: number, { windowTokens, isChunked }: SlidingWindow): number =>
  isChunked ? Math.floor(tokens / windowTokens) * windowTokens : Math.max(0, tokens - windowTokens + 1)
