/** What the positions of a sequence hold since its last turn began: the prompt, and after it what the model wrote. */
import { clipSpans, pushSpan } from '../../../core/cells/cell-spans'
import type { CellGap, CellSpan } from '../../../core/contract/cache/cache'
import { type Reconciled, reconciledPosition } from '../prompt/reconcile-tokens'
import type { PromptTrace } from '../prompt/trace-prompt'

export interface SequenceContents {
  readonly conversationId: string
  /** Prompt tokens that were in the cells already. */
  readonly reusedTokens: number
  /** The first `tokens` positions; those beyond the prompt are the answer's. */
  spansUpTo(tokens: number): CellSpan[]
  /** What of the conversation is not in its cells. */
  gaps(): CellGap[]
}

/** `spans`: of the prompt's cells. `promptTokens`: those cells; what lies behind them is the answer's. */
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
    // Costs nothing until somebody looks: the spans are made at the first call.
    spansUpTo(end) {
      prompt ??= spans()
      const held = clipSpans(prompt, 0, end)
      pushSpan(held, 'assistant', end - promptTokens)
      return held
    },
  }
}

/** What the reconciled prompt is made of. */
export const reconciledSpans = (traced: PromptTrace, { meetings }: Reconciled): CellSpan[] =>
  moved(traced.spans(), (position) => reconciledPosition(meetings, position))

/** Spans of the rendered prompt, brought to where its tokens really are. */
function moved(spans: readonly CellSpan[], positionOf: (rendered: number) => number): CellSpan[] {
  const result: CellSpan[] = []
  for (const { to, holds } of spans) pushSpan(result, holds, positionOf(to) - (result.at(-1)?.to ?? 0))
  return result
}
