import type { LlamaContextSequence } from 'node-llama-cpp'
import { everyLength, type Usable } from '../../../core/prefix/holding'
import { checkpointsOf } from '../sequences/checkpoints'

/** The same lengths as `reusablePrefix`. */
export function usableLengthsOf(sequence: LlamaContextSequence): Usable {
  const { isRecurrent, isHybrid, swaSize } = sequence.model.fileInsights
  const forgets = isRecurrent || isHybrid
  if (!sequence.needsCheckpoints && swaSize === undefined) return everyLength
  const stops = sequence.needsCheckpoints ? checkpointsOf(sequence).map(({ tokens }) => tokens) : []
  if (forgets || swaSize === undefined) return { cutFrom: Number.POSITIVE_INFINITY, stops }
  const oldest = Math.max(0, sequence.stateCellsStartIndex)
  return { cutFrom: oldest === 0 ? 1 : oldest + swaSize, stops }
}
