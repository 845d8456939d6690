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

/** Keeps the first `tokens` tokens, from a checkpoint if necessary. Returns how many tokens remain: 0 if it has no such checkpoint. */
export async function cutTo(sequence: LlamaContextSequence, tokens: number): Promise<number> {
  if (tokens >= sequence.nextTokenIndex) return sequence.nextTokenIndex
  if (canEraseAfter(sequence, tokens)) await sequence.eraseContextTokenRanges([{ start: tokens, end: sequence.nextTokenIndex }])
  else {
    const checkpoint = checkpointAt(sequence, tokens)
    const isRestored = checkpoint && (await restore(sequence as unknown as HiddenSequence, checkpoint))
    if (!isRestored) await sequence.clearHistory()
  }
  return sequence.nextTokenIndex
}

/** False if the tokens after `tokens` took cells or states that the tokens before need. */
function canEraseAfter(sequence: LlamaContextSequence, tokens: number): boolean {
  const { isRecurrent, isHybrid, swaSize } = sequence.model.fileInsights
  return (!isRecurrent && !isHybrid && swaSize === undefined) || isWindowComplete(sequence, tokens)
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
