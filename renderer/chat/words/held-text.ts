/** Which tokens of a sequence hold which text of a message. */
import { overlapping, piecesIn, type TextRange } from '../../../core/cells/word-match'
import type { CacheSample, CellSpan } from '../../../core/contract/cache/cache'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { heldTokensAtOnce } from '../../../core/contract/wire/text-limits'
import { liveTurn } from '../../client/live-turns'
import type { EngineClient } from '../../client/transport'

export interface HeldText {
  readonly positions: readonly number[]
  readonly places: readonly (TextRange | undefined)[]
  readonly text: string
}

const contents: readonly CellSpan['holds'][] = ['user', 'assistant', 'reasoning', 'tool-call', 'tool-result']

const spansOf = ({ spans }: CacheSample, message: number): readonly CellSpan[] =>
  spans.filter((span) => span.message === message && contents.includes(span.holds))

/** Numbered as in `CellSpan.message`. */
export function messagesAt({ spans }: { readonly spans: readonly CellSpan[] }, from: number, to: number): readonly number[] {
  const found = spans.filter((span) => span.message !== undefined && span.from < to && span.to > from)
  return [...new Set(found.map(({ message }) => message as number))]
}

export function textOf(message: StoredMessage): string {
  if (message.state !== 'streaming' || message.turnId === null) return message.text
  return liveTurn(message.turnId).getState().text || message.text
}

let kept: { readonly key: string; readonly held: Promise<HeldText> } | undefined

/** Keeps the last message, because the pointer usually stays in it. */
export function heldText(engine: EngineClient, sample: CacheSample, number: number, message: StoredMessage): Promise<HeldText> {
  const text = textOf(message)
  const spans = spansOf(sample, number)
  const key = JSON.stringify([sample.sequence, sample.conversationId, message.id, text.length, spans])
  if (kept?.key !== key) kept = { key, held: read(engine, sample.sequence, spans, text) }
  return kept.held
}

async function read(engine: EngineClient, sequence: number, spans: readonly CellSpan[], text: string): Promise<HeldText> {
  const positions: number[] = []
  const pieces: string[] = []
  for (const span of spans)
    for (let from = span.from; from < span.to; from += heldTokensAtOnce) {
      const tokens = await engine.tokensAt({ sequence, from, to: Math.min(span.to, from + heldTokensAtOnce) })
      for (const [index, token] of tokens.entries()) {
        positions.push(from + index)
        pieces.push(token.text)
      }
    }
  return { positions, places: piecesIn(text, pieces), text }
}

/** Positions in the sequence. */
export const positionsOf = ({ positions, places }: HeldText, range: TextRange): number[] =>
  overlapping(places, range).map((index) => positions[index] as number)

/** The text from the first to the last of these positions. undefined if they hold no text. */
export function rangeAt({ positions, places }: HeldText, from: number, to: number): TextRange | undefined {
  const found = places.filter((place, index) => place && (positions[index] as number) >= from && (positions[index] as number) < to)
  const [first, last] = [found[0], found.at(-1)]
  return first && last && { from: first.from, to: last.to }
}
