/**
 * Takes ranges of cells out of a sequence and moves the rest up.
 *
 * node-llama-cpp does so too, but where the lowest cell is gone, or goes, it processes all that stays anew. That is a window without first tokens,
 * and the full cache of a sliding window: its layers give away cells that no token looks at any more, those of the first tokens among them. llama.cpp
 * itself can close these gaps, so it is asked directly where no token to come looks at a cell that is gone.
 *
 * End condition: node-llama-cpp erases the lowest cells without evaluating the others.
 * Source: `_eraseContextTokenRanges` of node-llama-cpp 3.21.1, dist/evaluator/LlamaContext/LlamaContext.js; `find_slot` and `is_masked_swa` in llama.cpp,
 * src/llama-kv-cache.cpp.
 */
import type { LlamaContextSequence } from 'node-llama-cpp'
import { type Gap, gapTokens } from '../../../core/overflow/gaps'
import type { Internals } from '../llama/llama-internals'

/** `ranges`: in order, apart from each other, of a sequence whose cells can be moved. Returns how many tokens were processed again. */
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

/** Of the tokens that stay, those at the beginning that have no cell any more in layers with a window. `lowest`: the first that has one. */
export function lostTokens(ranges: readonly Gap[], lowest: number): number {
  const erased = ranges.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, lowest) - from), 0)
  return lowest - erased
}

/** Whether all tokens from position `next` on are too far from the first `lost` ones to look at them. `windowTokens` undefined: they look at all. */
export const canDoWithout = (lost: number, next: number, windowTokens: number | undefined): boolean =>
  lost === 0 || (windowTokens !== undefined && next - windowTokens >= lost)

/** From the last gap to the first, so that what lies before it is where it was. */
function closeGaps({ context, sequence: stateOf }: Internals, sequence: LlamaContextSequence, ranges: readonly Gap[]): void {
  const state = stateOf(sequence)
  for (const { from, to } of ranges.toReversed()) {
    if (!context.removeTokenCellsFromSequence(state.sequenceId, from, to))
      throw new Error(`Expected llama.cpp to erase the cells of tokens ${from} to ${to}`)
    if (to < state.position) context.shiftSequenceTokenCells(state.sequenceId, to, state.position, from - to)
    state.remove(from, to)
  }
}
