import type { AnswerDelta } from '../parse/answer-parser'

export type AnswerPart =
  | { readonly type: 'text' | 'reasoning' | 'markup'; readonly raw: string }
  /** A call that the parser could not read. */
  | { readonly type: 'text'; readonly raw: string; readonly malformed: true }
  /** `id` is '' if the model wrote none. `arguments` is a JSON object as text; while the call is open, its beginning. */
  | { readonly type: 'tool-call'; readonly raw: string; readonly id: string; readonly name: string; readonly arguments: string }

/** Joins deltas into parts. */
export class AnswerParts {
  private readonly byNumber = new Map<number, AnswerPart>()

  add(deltas: readonly AnswerDelta[]): this {
    for (const delta of deltas) this.byNumber.set(delta.part, joined(this.byNumber.get(delta.part), delta))
    return this
  }

  get parts(): AnswerPart[] {
    return [...this.byNumber.values()].filter(({ raw }) => raw !== '')
  }
}

function joined(before: AnswerPart | undefined, delta: AnswerDelta): AnswerPart {
  const raw = (before?.raw ?? '') + delta.raw
  if (delta.type !== 'tool-call') return { type: delta.type, raw }
  if (delta.ended === 'malformed') return { type: 'text', raw, malformed: true }
  const call = before?.type === 'tool-call' ? before : { id: '', name: '', arguments: '' }
  return {
    type: 'tool-call',
    raw,
    id: delta.id ?? call.id,
    name: delta.name ?? call.name,
    arguments: call.arguments + (delta.json ?? ''),
  }
}
