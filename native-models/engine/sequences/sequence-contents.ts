import { clipSpans, pushSpan } from '../../../core/cells/cell-spans'
import type { CellGap, CellSpan } from '../../../core/contract/cache/cache'
import { cellOf, type Gap, gapsOfCells, spansOfCells } from '../../../core/overflow/gaps'
import type { PromptText } from '../prompt/prompt-text'

export interface SequenceContents {
  readonly conversationId: string
  readonly reusedTokens: number
  spansUpTo(tokens: number): CellSpan[]
  gaps(): CellGap[]
}

export class PromptContents implements SequenceContents {
  private promptSpans: readonly CellSpan[] | undefined

  constructor(
    readonly conversationId: string,
    private readonly text: PromptText,
    private readonly leftOut: readonly Gap[],
    readonly reusedTokens: number,
    /** Spans of the answer's tokens, in positions of the answer. Grows while it is generated. */
    private readonly answer: readonly CellSpan[],
  ) {}

  spansUpTo(end: number): CellSpan[] {
    this.promptSpans ??= spansOfCells(this.text.spans, this.leftOut)
    const held = clipSpans(this.promptSpans, 0, end)
    const promptCells = cellOf(this.leftOut, this.text.tokens.length)
    for (const span of clipSpans(this.answer, 0, end - promptCells)) pushSpan(held, span, span.to - span.from)
    return held
  }

  gaps(): CellGap[] {
    return gapsOfCells(this.leftOut)
  }
}
