import { describe, expect, it } from 'vitest'
import { type MessagePart, messageParts } from '../contract/chat/message-parts'
import { partAt, partsOf, plainTextOf } from './parts-of'

const text = '<think>It is 4.</think>Four.<call>{"n": 4}</call>'
const at = (part: string): { from: number; to: number } => ({ from: text.indexOf(part), to: text.indexOf(part) + part.length })
const parts: MessagePart[] = [
  { type: 'reasoning', tokens: 4, ms: 20, ...at('It is 4.') },
  { type: 'text', ...at('Four.') },
  { type: 'tool-call', id: 'c1', name: 'double', arguments: '{"n": 4}', ...at('{"n": 4}') },
]

describe('the parts of a message', () => {
  it('are ranges of its text, and leave out the markup between them', () => {
    expect(partsOf({ text, parts }).map((part) => [part.type, part.text])).toEqual([
      ['reasoning', 'It is 4.'],
      ['text', 'Four.'],
      ['tool-call', '{"n": 4}'],
    ])
  })
  it('are one text if the message has no list of parts', () => {
    expect(partsOf({ text: 'Hello' })).toEqual([{ type: 'text', from: 0, text: 'Hello' }])
    expect(plainTextOf({ text: ' Hello ' })).toBe(' Hello ')
  })
  it('grow with the text while the last one has no end', () => {
    const open: MessagePart[] = [{ type: 'reasoning', from: 7, tokens: 1, ms: 0 }]
    expect(partsOf({ text: '<think>It', parts: open })[0]?.text).toBe('It')
    expect(partsOf({ text: '<think>It is', parts: open })[0]?.text).toBe('It is')
  })
  it('are reduced to the text alone by plainTextOf', () => {
    expect(plainTextOf({ text, parts })).toBe('Four.')
  })
  it('can be found by an offset in the text', () => {
    expect(partAt({ text, parts }, text.indexOf('is 4'))?.type).toBe('reasoning')
    expect(partAt({ text, parts }, 0)).toBeUndefined()
  })
  it('are refused if they overlap, run backwards, follow a part without an end, or have an unknown type', () => {
    expect(messageParts.safeParse(parts).success).toBe(true)
    for (const wrong of [
      [{ type: 'text', from: 3, to: 1 }],
      [
        { type: 'text', from: 0, to: 4 },
        { type: 'text', from: 3 },
      ],
      [
        { type: 'text', from: 0 },
        { type: 'text', from: 9 },
      ],
      [{ type: 'picture', from: 0 }],
    ])
      expect(messageParts.safeParse(wrong).success).toBe(false)
  })
})
