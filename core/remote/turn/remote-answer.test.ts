import { expect, it } from 'vitest'
import { messageParts } from '../../contract/chat/message-parts'
import { RemoteAnswer } from './remote-answer'

type Piece = Parameters<RemoteAnswer['push']>[0]
const said = (type: 'text' | 'reasoning', text: string, atMs = 0): Piece => ({ type, text, atMs })
const call = (index: number, fields: { id?: string; name?: string; arguments?: string }): Piece => ({
  type: 'tool-call',
  index,
  id: fields.id ?? null,
  name: fields.name ?? null,
  arguments: fields.arguments ?? '',
  atMs: 0,
})

function written(pieces: readonly Piece[], reasoningTokens: number | null = null, begun?: ConstructorParameters<typeof RemoteAnswer>[0]) {
  const answer = new RemoteAnswer(begun)
  let text = begun?.text ?? ''
  for (const piece of pieces) {
    text += answer.push(piece)
    expect(messageParts.safeParse(answer.parts ?? []).success).toBe(true)
  }
  const { rest, parts } = answer.end(reasoningTokens)
  expect(messageParts.safeParse(parts ?? []).success).toBe(true)
  return { text: text + rest, parts: parts?.map((part) => ({ ...part, text: (text + rest).slice(part.from, part.to) })) }
}

it('is one text without parts if the server writes only text', () => {
  expect(written([said('text', 'A '), said('text', 'cell')])).toEqual({ text: 'A cell', parts: undefined })
})

it('keeps reasoning between texts where it came, with the time it took', () => {
  const { parts } = written([
    said('reasoning', 'Hm', 10),
    said('reasoning', '.', 40),
    said('text', 'Yes'),
    said('reasoning', 'So', 60),
    said('text', '!'),
  ])
  expect(parts).toMatchObject([
    { type: 'reasoning', text: 'Hm.', ms: 30, tokens: 0 },
    { type: 'text', text: 'Yes' },
    { type: 'reasoning', text: 'So' },
    { type: 'text', text: '!' },
  ])
})

it('counts the tokens of the reasoning if the answer has one stretch of it', () => {
  expect(written([said('reasoning', 'Hm.'), said('text', 'Yes')], 9).parts).toMatchObject([{ type: 'reasoning', tokens: 9 }, {}])
})

it('puts mixed calls behind the text, in the order of their indexes', () => {
  const { text, parts } = written([
    call(1, { id: 'b', name: 'clock' }),
    call(0, { id: 'a', name: 'find', arguments: '{"q":' }),
    said('text', 'Look: '),
    call(0, { arguments: '1}' }),
  ])
  expect(text).toBe('Look: {"q":1}{}')
  expect(parts).toMatchObject([
    { type: 'text', text: 'Look: ' },
    { type: 'tool-call', id: 'a', name: 'find', arguments: '{"q":1}' },
    { type: 'tool-call', id: 'b', name: 'clock', arguments: '{}' },
  ])
})

it('leaves the reasoning of an answer that it continues as it was counted', () => {
  const begun = {
    text: 'Hm.A',
    parts: [
      { type: 'reasoning' as const, from: 0, to: 3, tokens: 2, ms: 5 },
      { type: 'text' as const, from: 3 },
    ],
  }
  expect(written([said('text', ' cell')], 0, begun).parts).toMatchObject([{ type: 'reasoning', tokens: 2 }, {}])
  const { parts } = written([said('reasoning', 'So'), said('text', '!')], 7, begun)
  expect(parts).toMatchObject([{ tokens: 2 }, {}, { type: 'reasoning', text: 'So', tokens: 7 }, {}])
})

it('extends the text of an answer that it continues, and keeps its earlier parts', () => {
  expect(written([said('text', ' cell')], null, { text: 'A' })).toEqual({ text: 'A cell', parts: undefined })
  const begun = {
    text: 'Hm.A',
    parts: [
      { type: 'reasoning' as const, from: 0, to: 3, tokens: 2, ms: 5 },
      { type: 'text' as const, from: 3 },
    ],
  }
  expect(written([said('text', ' cell')], null, begun).parts).toMatchObject([
    { type: 'reasoning', text: 'Hm.', tokens: 2 },
    { type: 'text', text: 'A cell' },
  ])
})

it('is empty if nothing came', () => {
  expect(written([])).toEqual({ text: '', parts: undefined })
})
