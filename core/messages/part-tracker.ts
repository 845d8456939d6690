/** Follows an answer while it is written, and says which parts its text consists of. */
import type { ToolDefinition } from '../answer-syntax/messages'
import { type AnswerDelta, AnswerParser } from '../answer-syntax/parse/answer-parser'
import type { AnswerSyntax } from '../answer-syntax/syntax'
import type { CellSpan } from '../contract/cache/cache'
import type { MessagePart } from '../contract/chat/message-parts'

interface Draft {
  readonly from: number
  readonly type: AnswerDelta['type']
  to: number
  id: string
  name: string
  arguments: string
  tokens: number
  ms: number
  isMalformed: boolean
}

export class PartTracker {
  private readonly parser: AnswerParser
  private readonly drafts: Draft[] = []
  private numbers: number[] = []
  private text = ''
  private read = 0
  private isOver = false
  private before: number | null = null

  /** `begun` is the text that the answer continues, or the opening that the template writes for it. */
  constructor(syntax: AnswerSyntax, begun: string, tools: readonly ToolDefinition[] = []) {
    this.parser = new AnswerParser(syntax, { tools })
    this.add(begun, this.parser.push(begun))
  }

  /** The text of one token. `at` is in ms. */
  push(text: string, at: number): void {
    this.add(text, this.parser.push(text))
    const current = this.drafts.at(-1)
    if (current) {
      current.tokens++
      current.ms += this.before === null ? 0 : at - this.before
    }
    this.before = at
  }

  /** The text that was held back. */
  end(rest: string): void {
    this.add(rest, [...this.parser.push(rest), ...this.parser.end()])
    this.isOver = true
  }

  get reasoningTokens(): number {
    return this.drafts.reduce((sum, { type, tokens }) => sum + (type === 'reasoning' ? tokens : 0), 0)
  }

  /** From the marker that opens the reasoning to the one that ends it. */
  get isReasoning(): boolean {
    return this.parser.isReasoning
  }

  get type(): AnswerDelta['type'] {
    return this.drafts.at(-1)?.type ?? 'text'
  }

  /** While the answer writes a call: the call's text so far, and the markup before it, which may hold the start of a list of calls. */
  get openCall(): { readonly from: number; readonly markup: string; readonly call: string } | undefined {
    const [before, last] = [this.drafts.at(-2), this.drafts.at(-1)]
    if (last?.type !== 'tool-call') return undefined
    const markup = before?.type === 'markup' ? this.text.slice(before.from, before.to) : ''
    return { from: last.from, markup, call: this.text.slice(last.from) }
  }

  /** undefined if the answer is one text, or empty. */
  get parts(): MessagePart[] | undefined {
    const parts = this.drafts.flatMap((draft, index) => partOf(draft, index, this))
    const [only] = parts
    const isPlain =
      only?.type === 'text' && parts.length === 1 && only.from === 0 && (only.to === undefined || only.to === this.text.length)
    return parts.length === 0 && this.drafts.length === 0 ? undefined : isPlain ? undefined : parts
  }

  /** The last part is open, unless the parser holds back what may be a marker. */
  isOpen(index: number): boolean {
    return !this.isOver && index === this.drafts.length - 1 && this.read === this.text.length
  }

  private add(text: string, deltas: readonly AnswerDelta[]): void {
    this.text += text
    for (const delta of deltas) {
      const number = this.numbers.indexOf(delta.part)
      const draft = this.drafts[number] ?? this.begin(delta)
      this.read += delta.raw.length
      draft.to = this.read
      draft.id = delta.id ?? draft.id
      draft.name = delta.name ?? draft.name
      draft.arguments += delta.json ?? ''
      draft.isMalformed ||= delta.ended === 'malformed'
    }
  }

  private begin({ part, type }: AnswerDelta): Draft {
    const draft: Draft = { from: this.read, to: this.read, type, id: '', name: '', arguments: '', tokens: 0, ms: 0, isMalformed: false }
    this.drafts.push(draft)
    this.numbers.push(part)
    return draft
  }
}

function partOf(draft: Draft, index: number, tracker: PartTracker): MessagePart[] {
  const { type, from, to, id, name, arguments: json, tokens, ms, isMalformed } = draft
  const range = { from, ...(tracker.isOpen(index) ? {} : { to }) }
  if (type === 'markup' || to === from) return []
  if (type === 'reasoning') return [{ type, ...range, tokens, ms: Math.round(ms) }]
  if (type === 'text' || isMalformed) return [{ type: 'text', ...range }]
  return [{ type, ...range, id: id === '' ? `call-${index}` : id, name, arguments: json }]
}

/** The parts of a whole answer, without times and numbers of tokens. */
export function messagePartsOf(syntax: AnswerSyntax, text: string): MessagePart[] | undefined {
  const tracker = new PartTracker(syntax, text)
  tracker.end('')
  return tracker.parts
}

/** What a cell holds if its token is in a part of this type. */
export function contentOf(type: AnswerDelta['type']): Pick<CellSpan, 'holds'> {
  switch (type) {
    case 'text':
      return { holds: 'assistant' }
    case 'markup':
      return { holds: 'template' }
    case 'reasoning':
    case 'tool-call':
      return { holds: type }
  }
}
