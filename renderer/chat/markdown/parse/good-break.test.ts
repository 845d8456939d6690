import { describe, expect, it } from 'vitest'
import { goodBreak } from './good-break'

const cut = (text: string, end: number) => text.slice(0, goodBreak(text, 0, end))

describe('the cut of a long text', () => {
  it('comes after the last line, or else the last sentence, or else the last word', () => {
    expect(cut('First line.\nSecond one. Third one.', 20)).toBe('First line.\n')
    expect(cut('One sentence. Another sentence, which is longer.', 24)).toBe('One sentence. ')
    expect(cut('He said “no.” Then he went on and on.', 22)).toBe('He said “no.” ')
    expect(cut('一つの文です。もう一つの文です', 12)).toBe('一つの文です。')
    expect(cut('words without an end to them', 18)).toBe('words without an ')
  })
  it('never comes in the first half', () => {
    expect(cut(`A. ${'b'.repeat(40)}`, 30)).toBe(`A. ${'b'.repeat(27)}`)
  })
  it('never splits a character, and leaves a short text whole', () => {
    expect(cut('😀😀😀😀', 3)).toBe('😀😀')
    expect(cut('short', 30)).toBe('short')
  })
  it('ignores the decimal point in a number', () => {
    expect(cut('It is 3.14159 and then some more', 22)).toBe('It is 3.14159 and ')
  })
})
