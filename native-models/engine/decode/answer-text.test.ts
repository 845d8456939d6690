import { describe, expect, it } from 'vitest'
import { AnswerText } from './answer-text'

const bytes = (tokens: readonly number[]): string => new TextDecoder().decode(Uint8Array.from(tokens))
const feed = (answer: AnswerText, text: string) => Array.from(new TextEncoder().encode(text), (byte) => answer.push(byte))
const shown = (pieces: { text: string }[]): string => pieces.map((piece) => piece.text).join('')

describe('AnswerText', () => {
  it('returns only whole characters', () => {
    const answer = new AnswerText(bytes, [])
    const pieces = feed(answer, 'a€😀')
    expect(pieces.map((piece) => piece.text)).toEqual(['a', '', '', '€', '', '', '', '😀'])
  })
  it('does not wait for bytes that can never become a character', () => {
    const answer = new AnswerText(bytes, [])
    expect(shown([0xff, 0xfe, 0xfd, 0xfc, 0x61].map((byte) => answer.push(byte)))).toContain('a')
  })
  it('stops before a stop string that arrives in pieces, and returns none of it', () => {
    const answer = new AnswerText(bytes, ['</end>'])
    const pieces = feed(answer, 'one </x> two </end> three')
    expect(pieces.findIndex((piece) => piece.stopped)).toBe('one </x> two </end>'.length - 1)
    expect(shown(pieces.slice(0, pieces.findIndex((piece) => piece.stopped) + 1))).toBe('one </x> two ')
  })
  it('stops at the stop string that comes first in the answer', () => {
    const answer = new AnswerText(() => 'a b zz', ['zz', 'b'])
    expect(answer.push(0)).toEqual({ text: 'a ', stopped: true })
  })
  it('returns the start of a stop string if the answer ends before the rest arrives', () => {
    const answer = new AnswerText(bytes, ['STOP'])
    expect(shown(feed(answer, 'well STO'))).toBe('well ')
    expect(answer.end()).toBe('STO')
  })
  it('loses no text when a stop string overlaps itself', () => {
    const answer = new AnswerText(bytes, ['aab'])
    const pieces = feed(answer, 'aaab')
    expect(shown(pieces)).toBe('a')
    expect(pieces.at(-1)?.stopped).toBe(true)
  })
})
