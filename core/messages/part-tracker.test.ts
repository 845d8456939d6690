import { describe, expect, it } from 'vitest'
import type { AnswerSyntax } from '../answer-syntax/syntax'
import { seededRandom } from '../stats/seeded-random'
import { PartTracker } from './part-tracker'
import { partsOf } from './parts-of'

const syntax: AnswerSyntax = {
  reasoning: { start: '<think>', end: '</think>' },
  calls: {
    form: 'json',
    sectionStart: '',
    sectionEnd: '',
    separator: '',
    callStart: '<tool_call>',
    callEnd: '</tool_call>',
    nameField: 'name',
    argumentsField: 'arguments',
    idField: null,
  },
  markup: [],
  family: null,
}
const written = '<think>\nTwo < three.\n</think>\n\nYes: 2 < 3.\n<tool_call>\n{"name": "add", "arguments": {"a": 2}}\n</tool_call>'

function tracked(pieces: readonly string[], begun = ''): PartTracker {
  const tracker = new PartTracker(syntax, begun)
  for (const [index, piece] of pieces.entries()) tracker.push(piece, index * 10)
  tracker.end('')
  return tracker
}

describe('the parts of an answer that is being written', () => {
  it('are reasoning, text and calls, without the markup between them', () => {
    const parts = tracked([...written]).parts ?? []
    expect(partsOf({ text: written, parts }).map(({ type, text }) => [type, text])).toEqual([
      ['reasoning', 'Two < three.'],
      ['text', 'Yes: 2 < 3.'],
      ['tool-call', '<tool_call>\n{"name": "add", "arguments": {"a": 2}}\n</tool_call>'],
    ])
    expect(parts[2]).toMatchObject({ name: 'add', arguments: '{"a": 2}' })
  })

  it('are the same however the text is cut into tokens', () => {
    const whole = tracked([written]).parts?.map((part) => ({ ...part, tokens: 0, ms: 0 }))
    for (let seed = 0; seed < 200; seed++) {
      const random = seededRandom(seed)
      const pieces: string[] = []
      for (let at = 0; at < written.length; at += pieces.at(-1)?.length ?? 0)
        pieces.push(written.slice(at, at + 1 + Math.floor(random() * 12)))
      expect(tracked(pieces).parts?.map((part) => ({ ...part, tokens: 0, ms: 0 }))).toEqual(whole)
    }
  })

  it('have the number of tokens and the time of the reasoning', () => {
    const [reasoning] = tracked(['<think>', '\n', 'Two', ' plus', ' two', '.', '\n', '</think>', '\n\n', 'Four.']).parts ?? []
    expect(reasoning).toMatchObject({ type: 'reasoning', tokens: 5, ms: 50 })
  })

  it('continue what the template has opened', () => {
    const parts = tracked(['It is 4.', '\n</think>\n\n', 'Four.'], '<think>\n').parts ?? []
    expect(partsOf({ text: '<think>\nIt is 4.\n</think>\n\nFour.', parts }).map(({ type, text }) => [type, text])).toEqual([
      ['reasoning', 'It is 4.'],
      ['text', 'Four.'],
    ])
  })

  it('have no end while they grow, unless the text ends with what may be a marker', () => {
    const tracker = new PartTracker(syntax, '<think>\n')
    tracker.push('It is', 0)
    expect(tracker.parts?.[0]).not.toHaveProperty('to')
    tracker.push('</th', 1)
    expect(tracker.parts?.[0]).toMatchObject({ from: 8, to: 13 })
  })

  it('are not listed if the answer consists of text alone', () => {
    expect(tracked(['Yes', ', two', '.']).parts).toBeUndefined()
    expect(new PartTracker(syntax, '').parts).toBeUndefined()
  })

  it('include an open call, with its text so far and the markup before it', () => {
    const tracker = new PartTracker(syntax, '')
    const opens = [...written].map((piece, index) => {
      tracker.push(piece, index)
      return tracker.openCall
    })
    const open = opens.filter((one) => one !== undefined)
    const from = written.indexOf('<tool_call>')
    expect(open[0]).toEqual({ from, markup: '\n', call: '<tool_call>' })
    expect(open.at(-1)?.call).toBe(written.slice(from))
    expect(opens.slice(0, from).every((one) => one === undefined)).toBe(true)
  })
})
