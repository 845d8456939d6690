/**
 * How much of a sequence's cache can be kept when the prompt shares only its beginning with it.
 *
 * With full attention: everything that is shared. A sliding window has forgotten what lies before it, and a
 * recurrent state cannot go back at all; there only a checkpoint or a complete window helps. A window’s full cache is complete until its context was full.
 */
import type { LlamaContextSequence } from 'node-llama-cpp'
import { checkpointsOf, isWindowComplete } from './checkpoints'

/** `commonTokens`: leading tokens that cache and prompt share, fewer than the prompt has. Returns how many of them to keep. */
export function reusablePrefix(sequence: LlamaContextSequence, commonTokens: number): number {
  const { nextTokenIndex } = sequence
  if (commonTokens <= 0) return 0
  if (commonTokens >= nextTokenIndex) return nextTokenIndex
  if (isWindowComplete(sequence, commonTokens)) return commonTokens
  // Without a window all cells are there. With one, a full cache gives cells away too, once it is full of newer ones, and has no checkpoints.
  if (!sequence.needsCheckpoints) return sequence.model.fileInsights.swaSize === undefined ? commonTokens : 0
  return checkpointsOf(sequence).findLast(({ tokens }) => tokens <= commonTokens)?.tokens ?? 0
}
