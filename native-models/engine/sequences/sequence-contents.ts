/** What the positions of a sequence hold since its last turn began: the prompt, then the answer. */
import { clipSpans, pushSpan } from '../../../core/cells/cell-spans'
import type { CellGap, CellSpan } from '../../../core/contract/cache/cache'
import { type Reconciled, reconciledPosition } from '../prompt/reconcile-tokens'
import type { PromptTrace } from '../prompt/trace-prompt'

export interface SequenceContents {
  readonly conversationId: string
  readonly reusedTokens: number
  /** The positions after the prompt are the answer's. */
  spansUpTo(tokens: number): CellSpan[]
  /** The parts of the conversation that are not in the cells. */
  gaps(): CellGap[]
}

/** `spans`: of the prompt's cells. `promptTokens`: how many those are; the answer follows. */
export function promptContents(
  conversationId: string,
  spans: () => readonly CellSpan[],
  promptTokens: number,
  reusedTokens: number,
  gaps: () => CellGap[] = () => [],
): SequenceContents {
  let prompt: readonly CellSpan[] | undefined
  return {
    conversationId,
    reusedTokens,
    gaps,
    // Computed on the first call, so the spans cost nothing until the user looks.
    spansUpTo(end) {
      prompt ??= spans()
      const held = clipSpans(prompt, 0, end)
      pushSpan(held, 'assistant', end - promptTokens)
      return held
    },
  }
}

export const reconciledSpans = (traced: PromptTrace, { meetings }: Reconciled): CellSpan[] =>
  moved(traced.spans(), (position) => reconciledPosition(meetings, position))

function moved(spans: readonly CellSpan[], positionOf: (rendered: number) => number): CellSpan[] {
  const result: CellSpan[] = []
  for (const { to, holds } of spans) pushSpan(result, holds, positionOf(to) - (result.at(-1)?.to ?? 0))
  return result
}
