/** A sliding window has lost older cells, and a recurrent state can't go back, so both need a checkpoint or a complete window. */
import type { LlamaContextSequence } from 'node-llama-cpp'
import { checkpointsOf, isWindowComplete } from './checkpoints'

export function reusablePrefix(sequence: LlamaContextSequence, commonTokens: number): number {
  const { nextTokenIndex } = sequence
  if (commonTokens <= 0) return 0
  if (commonTokens >= nextTokenIndex) return nextTokenIndex
  if (isWindowComplete(sequence, commonTokens)) return commonTokens
  // A full-size cache for a sliding window reuses older cells once it is full, and has no checkpoints.
  if (!sequence.needsCheckpoints) return sequence.model.fileInsights.swaSize === undefined ? commonTokens : 0
  return checkpointsOf(sequence).findLast(({ tokens }) => tokens <= commonTokens)?.tokens ?? 0
}
