import type { LlamaModel, Token } from 'node-llama-cpp'
import { pushSpan } from '../../../core/cells/cell-spans'
import type { CellSpan } from '../../../core/contract/cache/cache'
import type { PromptSegment } from '../../../core/templates/marked-texts'

export interface PromptTrace {
  readonly tokens: Token[]
  spans(): CellSpan[]
}

/** Consecutive segments that all may, or all may not, contain control tokens. The tokenizer gets them as one text. */
interface Piece {
  readonly segments: readonly PromptSegment[]
  readonly tokens: readonly Token[]
}

/** Puts the BOS token first, as llama.cpp does: the vocabulary decides whether it is added, unless the template writes it. */
export function traceSegments(model: LlamaModel, segments: readonly PromptSegment[]): PromptTrace {
  const pieces: Piece[] = []
  let count = 0
  for (const alike of inRows(segments)) {
    const text = alike.map((segment) => segment.text).join('')
    const tokens = model.tokenize(text, alike[0]?.isTemplate ?? false, count > 0 ? 'trimLeadingSpace' : undefined)
    count += tokens.length
    if (tokens.length > 0) pieces.push({ segments: alike, tokens })
  }
  const { bos, shouldPrependBosToken } = model.tokens
  const tokens = pieces.flatMap((piece) => piece.tokens)
  const begin = shouldPrependBosToken && bos !== null && tokens[0] !== bos ? [bos] : []
  return { tokens: [...begin, ...tokens], spans: () => spansOf(model, begin.length, pieces) }
}

function inRows(segments: readonly PromptSegment[]): PromptSegment[][] {
  const rows: PromptSegment[][] = []
  for (const segment of segments) {
    const row = rows.at(-1)
    if (row?.[0]?.isTemplate === segment.isTemplate) row.push(segment)
    else rows.push([segment])
  }
  return rows
}

function spansOf(model: LlamaModel, begin: number, pieces: readonly Piece[]): CellSpan[] {
  const spans: CellSpan[] = []
  pushSpan(spans, { holds: 'template' }, begin)
  for (const { segments, tokens } of pieces) {
    const [only] = segments
    if (only && segments.length === 1) pushSpan(spans, ownerOf(only), tokens.length)
    else divide(spans, model, tokens, segments)
  }
  return spans
}

const ownerOf = ({ holds, message }: PromptSegment): Pick<CellSpan, 'holds' | 'message'> => ({
  holds,
  ...(message === undefined ? {} : { message }),
})

const longestCharacterTokens = 4
/** The tokens before a text determine whether it starts with a space. */
const contextTokens = 3

/** A token belongs to the segment in which it starts. */
function divide(spans: CellSpan[], model: LlamaModel, tokens: readonly Token[], segments: readonly PromptSegment[]): void {
  let segment = 0
  let segmentEnd = segments[0]?.text.length ?? 0
  let written = 0
  let pending: Token[] = []
  for (const [at, token] of tokens.entries()) {
    while (segment < segments.length - 1 && written >= segmentEnd) segmentEnd += segments[++segment]?.text.length ?? 0
    pushSpan(spans, ownerOf(segments[segment] as PromptSegment), 1)
    pending.push(token)
    const first = at + 1 - pending.length
    const text = model.detokenize(pending, true, tokens.slice(Math.max(0, first - contextTokens), first))
    if (text.endsWith('\ufffd') && pending.length < longestCharacterTokens) continue
    written += text.length
    pending = []
  }
}
