/**
 * If no cell remains before the first gap, node-llama-cpp evaluates all remaining tokens again. So `eraseCells` calls llama.cpp directly if
 * no later token attends to a token without a cell. Can be removed once node-llama-cpp erases the first cells without evaluating the
 * others. Source: `_eraseContextTokenRanges` of node-llama-cpp 3.21.1, dist/evaluator/LlamaContext/LlamaContext.js; `find_slot` and
 * `is_masked_swa` in llama.cpp, src/llama-kv-cache.cpp.
 */
import type { LlamaContextSequence } from 'node-llama-cpp'
import { type Gap, gapTokens } from '../../../core/overflow/gaps'
import type { Internals } from '../llama/llama-internals'

/** `ranges` are in order and disjoint. Returns the number of tokens that were evaluated again. */
export async function eraseCells(
  sequence: LlamaContextSequence,
  ranges: readonly Gap[],
  internals: Internals | undefined,
): Promise<number> {
  const lowest = Math.max(0, sequence.stateCellsStartIndex)
  const staying = sequence.nextTokenIndex - gapTokens(ranges)
  const mustRepeat = (ranges[0] as Gap).from <= lowest
  if (mustRepeat && internals && canDoWithout(lostTokens(ranges, lowest), staying, sequence.model.fileInsights.swaSize)) {
    closeGaps(internals, sequence, ranges)
    return 0
  }
  await sequence.eraseContextTokenRanges(ranges.map(({ from, to }) => ({ start: from, end: to })))
  return mustRepeat ? staying : 0
}

/** Counts the remaining tokens without a cell. `lowest` is the first token with a cell. */
export function lostTokens(ranges: readonly Gap[], lowest: number): number {
  const erased = ranges.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, lowest) - from), 0)
  return lowest - erased
}

/** Returns true if no token from position `next` on attends to the first `lost` tokens. */
export const canDoWithout = (lost: number, next: number, windowTokens: number | undefined): boolean =>
  lost === 0 || (windowTokens !== undefined && next - windowTokens >= lost)

/** Starts with the last gap, so that earlier positions stay valid. */
function closeGaps({ context, sequence: stateOf }: Internals, sequence: LlamaContextSequence, ranges: readonly Gap[]): void {
  const state = stateOf(sequence)
  for (const { from, to } of ranges.toReversed()) {
    if (!context.removeTokenCellsFromSequence(state.sequenceId, from, to))
      throw new Error(`Expected llama.cpp to erase the cells of tokens ${from} to ${to}`)
    if (to < state.position) context.shiftSequenceTokenCells(state.sequenceId, to, state.position, from - to)
    state.remove(from, to)
  }
}
