/** To go back, a sliding window needs all its cells or a checkpoint, and a recurrent state needs a checkpoint. */
import type { LlamaContextSequence } from 'node-llama-cpp'
import { checkpointsOf, isWindowComplete } from './checkpoints'

export function reusablePrefix(sequence: LlamaContextSequence, commonTokens: number): number {
  const { nextTokenIndex } = sequence
  if (commonTokens <= 0) return 0
  if (commonTokens >= nextTokenIndex) return nextTokenIndex
  if (isWindowComplete(sequence, commonTokens)) return commonTokens
  // The full-size cache of a sliding-window model has no checkpoints, and reuses old cells once it is full.
  if (!sequence.needsCheckpoints) return sequence.model.fileInsights.swaSize === undefined ? commonTokens : 0
  return checkpointsOf(sequence).findLast(({ tokens }) => tokens <= commonTokens)?.tokens ?? 0
}
