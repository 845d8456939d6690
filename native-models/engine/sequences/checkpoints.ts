/**
 * When a sequence is shortened, node-llama-cpp restores no checkpoint if any earlier cell is left, even if other cells of the sliding window
 * are missing. It doesn't expose the positions of checkpoints either. Once it does both, this file can be removed. Source: node-llama-cpp 3.21.1,
 * dist/evaluator/LlamaContext/LlamaContextSequenceCheckpoints.js and `_eraseContextTokenRanges` in LlamaContext.js;
 * `RestoreCheckpointWorker` in llama/addon/AddonContext.cpp.
 */
import type { LlamaContextSequence } from 'node-llama-cpp'
import type { Checkpoint } from '../../../core/contract/cache/cache'

interface HiddenCheckpoint {
  readonly maxPos: number
  readonly size: number
}
interface HiddenSequence {
  readonly _checkpoints?: {
    readonly _checkpoints?: readonly (readonly [name: string | undefined, checkpoint: HiddenCheckpoint])[]
    pruneFromEndToIndex?(maxPos: number): void
  }
  readonly _context?: { readonly _ctx?: { restoreCheckpoint?(checkpoint: HiddenCheckpoint, maxPos: number): Promise<boolean> } }
  _contextTokens?: unknown[]
  _nextTokenIndex?: number
}

const hiddenCheckpoints = (sequence: LlamaContextSequence): HiddenCheckpoint[] =>
  ((sequence as unknown as HiddenSequence)._checkpoints?._checkpoints ?? []).map(([, checkpoint]) => checkpoint)

export const checkpointsOf = (sequence: LlamaContextSequence): Checkpoint[] =>
  hiddenCheckpoints(sequence).map(({ maxPos, size }) => ({ tokens: maxPos + 1, bytes: size }))

/** Keeps the first `tokens` tokens, from a checkpoint if necessary. Returns how many tokens remain: 0 if llama.cpp refuses. */
export async function cutTo(sequence: LlamaContextSequence, tokens: number): Promise<number> {
  if (tokens >= sequence.nextTokenIndex) return sequence.nextTokenIndex
  const checkpoint = sequence.needsCheckpoints && !isWindowComplete(sequence, tokens) ? checkpointAt(sequence, tokens) : undefined
  if (!checkpoint) await sequence.eraseContextTokenRanges([{ start: tokens, end: sequence.nextTokenIndex }])
  else if (!(await restore(sequence as unknown as HiddenSequence, checkpoint))) await sequence.clearHistory()
  return sequence.nextTokenIndex
}

const checkpointAt = (sequence: LlamaContextSequence, tokens: number): HiddenCheckpoint | undefined =>
  hiddenCheckpoints(sequence).find(({ maxPos }) => maxPos + 1 === tokens)

export function isWindowComplete({ model, stateCellsStartIndex }: LlamaContextSequence, tokens: number): boolean {
  const { isRecurrent, isHybrid, swaSize } = model.fileInsights
  if (isRecurrent || isHybrid || swaSize === undefined) return false
  return Math.max(0, stateCellsStartIndex) <= Math.max(0, tokens - swaSize)
}

async function restore(hidden: HiddenSequence, checkpoint: HiddenCheckpoint): Promise<boolean> {
  const { maxPos } = checkpoint
  if (!(await hidden._context?._ctx?.restoreCheckpoint?.(checkpoint, maxPos))) return false
  hidden._contextTokens?.splice(maxPos + 1)
  hidden._nextTokenIndex = maxPos + 1
  hidden._checkpoints?.pruneFromEndToIndex?.(maxPos)
  return true
}
