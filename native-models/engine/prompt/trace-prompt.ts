/**
 * A template's output is a list of values, and the tokenizer is called once per value. If a value mixes messages with other text, the
 * template is rendered again with marks instead of messages.
 */
import type { LlamaModel, LlamaText, Token, Tokenizer } from 'node-llama-cpp'
import { pushSpan } from '../../../core/cells/cell-spans'
import type { CellContent, CellSpan } from '../../../core/contract/cache/cache'
import type { PromptMessage } from '../../../core/contract/chat/turn'

export interface PromptTrace {
  readonly tokens: Token[]
  spans(): CellSpan[]
}

interface Piece {
  readonly text: string
  readonly isTemplate: boolean
  readonly tokens: readonly Token[]
}

/** `renderMarked` renders the same conversation with marks in place of its texts. */
export function tracePrompt(
  model: LlamaModel,
  rendered: LlamaText,
  messages: readonly PromptMessage[],
  renderMarked: (messages: readonly PromptMessage[]) => LlamaText,
): PromptTrace {
  const pieces: Piece[] = []
  const tokens = rendered.tokenize(listeningTokenizer(model, pieces))
  return { tokens, spans: () => spansOfWholePieces(pieces, messages) ?? spansByMarks(model, pieces, messages, renderMarked) }
}

export const traceAfter = (token: Token, { tokens, spans }: PromptTrace): PromptTrace => ({
  tokens: [token, ...tokens],
  spans: () => {
    const all: CellSpan[] = []
    pushSpan(all, 'template', 1)
    for (const { from, to, holds } of spans()) pushSpan(all, holds, to - from)
    return all
  },
})

function listeningTokenizer(model: LlamaModel, pieces: Piece[]): Tokenizer {
  const tokenize = (text: string, special?: boolean | 'builtin', options?: 'trimLeadingSpace'): Token[] => {
    const tokens = model.tokenize(text, special as boolean, options)
    if (tokens.length > 0) pieces.push({ text, isTemplate: Boolean(special), tokens })
    return tokens
  }
  return Object.assign(tokenize, {
    detokenize: model.tokenizer.detokenize,
    isSpecialToken: model.tokenizer.isSpecialToken,
    isEogToken: model.tokenizer.isEogToken,
  }) as Tokenizer
}

function spansOfWholePieces(pieces: readonly Piece[], messages: readonly PromptMessage[]): CellSpan[] | undefined {
  const spoken = messages.filter(({ text }) => text !== '')
  const spans: CellSpan[] = []
  let at = 0
  for (const { text, isTemplate, tokens } of pieces) {
    const message = isTemplate ? undefined : spoken[at++]
    if (!isTemplate && message?.text !== text) return undefined
    pushSpan(spans, message?.role ?? 'template', tokens.length)
  }
  return at === spoken.length ? spans : undefined
}

// Private-use characters, which no template contains.
const markOf = (index: number): string => `\uE000${index}\uE001`
const marks = /\uE000(\d+)\uE001/

function spansByMarks(
  model: LlamaModel,
  pieces: readonly Piece[],
  messages: readonly PromptMessage[],
  renderMarked: (messages: readonly PromptMessage[]) => LlamaText,
): CellSpan[] {
  const marked = renderMarked(messages.map(({ role, text }, index) => ({ role, text: text === '' ? '' : markOf(index) })))
  const patterns = marked.values.filter((value) => typeof value === 'string')
  const spans: CellSpan[] = []
  let at = 0
  for (const piece of pieces) {
    if (piece.isTemplate) pushSpan(spans, 'template', piece.tokens.length)
    else pushParts(spans, model, piece, partsOf(patterns[at++] ?? '', piece.text, messages))
  }
  return spans
}

interface TextPart {
  /** Offsets in UTF-16 code units. */
  readonly length: number
  readonly holds: CellContent
}

function partsOf(pattern: string, text: string, messages: readonly PromptMessage[]): TextPart[] {
  // Odd elements are message indexes.
  const parts = pattern.split(marks).map((part, at) => {
    const message = at % 2 === 1 ? messages[Number(part)] : undefined
    return { text: message?.text ?? part, holds: message?.role ?? ('template' as const) }
  })
  if (parts.map((part) => part.text).join('') === text) return parts.map(({ text: { length }, holds }) => ({ length, holds }))
  // The template changed a message's text, so the whole piece counts as its first message.
  return [{ length: text.length, holds: parts[1]?.holds ?? 'template' }]
}

const longestCharacterTokens = 4
/** The tokens before a text determine whether it starts with a space. */
const contextTokens = 3

function pushParts(spans: CellSpan[], model: LlamaModel, { tokens }: Piece, parts: readonly TextPart[]): void {
  let part = 0
  let partEnd = parts[0]?.length ?? 0
  let written = 0
  let pending: Token[] = []
  for (const [at, token] of tokens.entries()) {
    while (part < parts.length - 1 && written >= partEnd) partEnd += parts[++part]?.length ?? 0
    pushSpan(spans, parts[part]?.holds ?? 'template', 1)
    pending.push(token)
    const first = at + 1 - pending.length
    const text = model.detokenize(pending, false, tokens.slice(Math.max(0, first - contextTokens), first))
    if (text.endsWith('\ufffd') && pending.length < longestCharacterTokens) continue
    written += text.length
    pending = []
  }
}
