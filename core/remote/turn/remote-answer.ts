/**
 * The text of an answer from a server, and its parts. Text is only ever appended. The pieces of several calls can arrive in any order, so
 * the text of the calls follows at the end.
 */
import type { MessagePart } from '../../contract/chat/message-parts'
import type { PromptMessage } from '../../contract/chat/turn'
import { isOneText, oneText } from '../../messages/parts-of'
import type { StreamEvent } from '../stream-events'

interface Segment {
  readonly type: 'text' | 'reasoning'
  readonly from: number
  readonly firstAt: number
  lastAt: number
}

interface Call {
  id: string | null
  name: string
  arguments: string
}

export class RemoteAnswer {
  private length: number
  private readonly begun: readonly MessagePart[]
  private readonly segments: Segment[] = []
  private readonly calls = new Map<number, Call>()

  /** `begun` is the answer that the server continues. */
  constructor(begun?: Pick<PromptMessage, 'text' | 'parts'>) {
    this.length = begun?.text.length ?? 0
    this.begun = this.length > 0 ? (begun?.parts ?? oneText).map((part) => ({ ...part, to: part.to ?? this.length })) : []
  }

  /** Returns the text to append. */
  push(event: Extract<StreamEvent, { type: 'text' | 'reasoning' | 'tool-call' }>): string {
    if (event.type === 'tool-call') {
      const call = this.calls.get(event.index) ?? { id: null, name: '', arguments: '' }
      this.calls.set(event.index, call)
      call.id ??= event.id
      call.name += event.name ?? ''
      call.arguments += event.arguments
      return ''
    }
    const last = this.segments.at(-1)
    if (last?.type === event.type) last.lastAt = event.atMs
    else this.segments.push({ type: event.type, from: this.length, firstAt: event.atMs, lastAt: event.atMs })
    this.length += event.text.length
    return event.text
  }

  /** undefined if the answer is one text, or empty. */
  get parts(): MessagePart[] | undefined {
    const open = this.length
    const calls = this.orderedCalls.map((call): MessagePart => ({ type: 'tool-call', from: open, to: open, ...call }))
    const parts = this.written(calls.length === 0)
    return plain([...parts, ...calls])
  }

  /** Returns the text to append and the final parts. `reasoningTokens` is null if the server does not say. */
  end(reasoningTokens: number | null): { readonly rest: string; readonly parts: MessagePart[] | undefined } {
    const parts = this.written(false, reasoningTokens)
    let rest = ''
    for (const call of this.orderedCalls) {
      const isCall = call.name !== '' && isObject(call.arguments)
      const text = isCall ? call.arguments : `${this.length + rest.length > 0 ? '\n\n' : ''}${call.name} ${call.arguments}`
      const from = this.length + rest.length
      rest += text
      const range = { from, to: from + text.length }
      parts.push(isCall ? { type: 'tool-call', ...range, ...call } : { type: 'text', ...range })
    }
    return { rest, parts: plain(parts, this.length + rest.length) }
  }

  private get orderedCalls(): { readonly id: string; readonly name: string; readonly arguments: string }[] {
    return [...this.calls]
      .sort(([one], [other]) => one - other)
      .map(([index, { id, name, arguments: json }]) => ({ id: id ?? `call-${index}`, name, arguments: json === '' ? '{}' : json }))
  }

  /** A server counts all reasoning of an answer together, so the number is that of a part only if there is one. 0: unknown. */
  private written(isOpen: boolean, reasoningTokens: number | null = null): MessagePart[] {
    const { segments, begun } = this
    const isCounted = segments.filter(({ type }) => type === 'reasoning').length === 1
    const tokens = isCounted ? (reasoningTokens ?? 0) : 0
    const written = segments.map(({ type, from, firstAt, lastAt }, index): MessagePart => {
      const next = segments[index + 1]
      const range = { from, ...(isOpen && !next ? {} : { to: next?.from ?? this.length }) }
      return type === 'text' ? { type, ...range } : { type, ...range, tokens, ms: Math.round(lastAt - firstAt) }
    })
    const last = begun.at(-1)
    const [first, ...later] = written
    if (last?.type !== 'text' || first?.type !== 'text') return [...begun, ...written]
    return [...begun.slice(0, -1), { ...first, from: last.from }, ...later]
  }
}

const plain = (parts: MessagePart[], length?: number): MessagePart[] | undefined => {
  const [first] = parts
  const isWhole = parts.length === 1 && first?.type === 'text' && first.from === 0 && first.to === length
  return parts.length === 0 || isOneText(parts) || isWhole ? undefined : parts
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
