/** What the positions of a sequence hold since its last turn began: the prompt, and after it what the model wrote. */
import { clipSpans, pushSpan } from '../../core/cells/cell-spans'
import type { CellSpan } from '../../core/contract/cache'
import { type Reconciled, reconciledPosition } from './reconcile-tokens'
import type { PromptTrace } from './trace-prompt'

export interface SequenceContents {
  readonly conversationId: string
  /** Prompt tokens that were in the cells already. */
  readonly reusedTokens: number
  /** The first `tokens` positions; those beyond the prompt are the answer's. */
  spansUpTo(tokens: number): CellSpan[]
}

/** Costs nothing until somebody looks: the spans are made at the first call of `spansUpTo`. */
export function promptContents(
  conversationId: string,
  traced: PromptTrace,
  reconciled: Reconciled,
  reusedTokens: number,
): SequenceContents {
  let prompt: CellSpan[] | undefined
  return {
    conversationId,
    reusedTokens,
    spansUpTo(end) {
      prompt ??= reconciledSpans(traced, reconciled)
      const spans = clipSpans(prompt, 0, end)
      pushSpan(spans, 'assistant', end - reconciled.tokens.length)
      return spans
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
