/**
 * Checkpoints of a sequence: where they are, and going back to one.
 *
 * node-llama-cpp takes and keeps them, and goes back to one by itself where cells cannot be removed. It does not tell
 * where they are, and does not go back to one while the window still has some of the cells: hence this file.
 *
 * End condition: node-llama-cpp tells the positions of its checkpoints and restores a chosen one.
 * Source: node-llama-cpp 3.21.1, dist/evaluator/LlamaContext/LlamaContextSequenceCheckpoints.js and
 * `_eraseContextTokenRanges` in LlamaContext.js; `RestoreCheckpointWorker` in llama/addon/AddonContext.cpp.
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

/** In order of their tokens; none where this node-llama-cpp is built differently. */
export const checkpointsOf = (sequence: LlamaContextSequence): Checkpoint[] =>
  hiddenCheckpoints(sequence).map(({ maxPos, size }) => ({ tokens: maxPos + 1, bytes: size }))

/** Cuts a sequence down to its first `tokens`, by a checkpoint where there is one. Returns how many it really holds: 0 where llama.cpp refused. */
export async function cutTo(sequence: LlamaContextSequence, tokens: number): Promise<number> {
  if (tokens >= sequence.nextTokenIndex) return sequence.nextTokenIndex
  const checkpoint = sequence.needsCheckpoints && !isWindowComplete(sequence, tokens) ? checkpointAt(sequence, tokens) : undefined
  if (!checkpoint) await sequence.eraseContextTokenRanges([{ start: tokens, end: sequence.nextTokenIndex }])
  else if (!(await restore(sequence as unknown as HiddenSequence, checkpoint))) await sequence.clearHistory()
  return sequence.nextTokenIndex
}

const checkpointAt = (sequence: LlamaContextSequence, tokens: number): HiddenCheckpoint | undefined =>
  hiddenCheckpoints(sequence).find(({ maxPos }) => maxPos + 1 === tokens)

/** The token after the first `tokens` looks back over a whole window: are all of its cells still there? */
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
