import type { LlamaModel, Token } from 'node-llama-cpp'
import { pushSpan } from '../../../core/cells/cell-spans'
import type { CellSpan } from '../../../core/contract/cache/cache'
import { tokenText } from '../tokens/token-bytes'
import { type Reconciled, reconciledPosition, reconcileTokens } from './reconcile-tokens'
import type { PromptTrace } from './trace-segments'

/** A rendered prompt that reuses the sequence's tokens where their text is the same. */
export class PromptText {
  private reconciledSpans: CellSpan[] | undefined

  constructor(
    private readonly traced: PromptTrace,
    private readonly reconciled: Reconciled,
  ) {}

  get tokens(): readonly number[] {
    return this.reconciled.tokens
  }
  get commonTokens(): number {
    return this.reconciled.commonTokens
  }
  /** False if some tokens are those of the sequence instead of the tokenizer's. */
  get isAsRendered(): boolean {
    return this.reconciled.meetings.length === 0
  }
  get spans(): readonly CellSpan[] {
    this.reconciledSpans ??= this.reconcileSpans()
    return this.reconciledSpans
  }

  private reconcileSpans(): CellSpan[] {
    const spans: CellSpan[] = []
    for (const span of this.traced.spans())
      pushSpan(spans, span, reconciledPosition(this.reconciled.meetings, span.to) - (spans.at(-1)?.to ?? 0))
    return spans
  }
}

export function promptText(model: LlamaModel, traced: PromptTrace, heldTokens: readonly number[], equalTokens = 0): PromptText {
  const pieceOf = (token: number) => (model.isSpecialToken(token as Token) ? null : tokenText(model, token as Token))
  return new PromptText(traced, reconcileTokens(heldTokens, traced.tokens, pieceOf, equalTokens))
}
