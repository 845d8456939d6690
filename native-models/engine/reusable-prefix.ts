/**
 * How much of a sequence's cache can be kept when the prompt shares only its beginning with it.
 *
 * With full attention: everything that is shared. A sliding window has forgotten what lies before it, and a
 * recurrent state cannot go back at all; there only a checkpoint or a complete window helps.
 */
import type { LlamaContextSequence } from 'node-llama-cpp'

/** `commonTokens`: leading tokens that cache and prompt share, fewer than the prompt has. Returns how many of them to keep. */
export function reusablePrefix(sequence: LlamaContextSequence, commonTokens: number): number {
  const { nextTokenIndex } = sequence
  if (commonTokens <= 0) return 0
  if (commonTokens >= nextTokenIndex || !sequence.needsCheckpoints) return Math.min(commonTokens, nextTokenIndex)
  const { isRecurrent, isHybrid, swaSize } = sequence.model.fileInsights
  const oldest = Math.max(0, sequence.stateCellsStartIndex)
  // The next token looks back over a whole window: all of its cells must still be there.
  if (!isRecurrent && !isHybrid && swaSize !== undefined && oldest <= Math.max(0, commonTokens - swaSize)) return commonTokens
  const toCheckpoint = sequence.getRestoreToPrefixIndexEvaluationSize(commonTokens - 1)
  const kept = commonTokens - toCheckpoint
  // node-llama-cpp restores a checkpoint only where it cannot simply remove cells.
  return kept > 1 && kept <= oldest ? kept : 0
}
