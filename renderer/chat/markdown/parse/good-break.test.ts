import { describe, expect, it } from 'vitest'
import { goodBreak } from './good-break'

const cut = (text: string, end: number) => text.slice(0, goodBreak(text, 0, end))

describe('a text that has to be cut', () => {
  it('is cut after its last line, else its last sentence, else its last word', () => {
    expect(cut('First line.\nSecond one. Third one.', 20)).toBe('First line.\n')
    expect(cut('One sentence. Another sentence, which is longer.', 24)).toBe('One sentence. ')
    expect(cut('He said “no.” Then he went on and on.', 22)).toBe('He said “no.” ')
    expect(cut('一つの文です。もう一つの文です', 12)).toBe('一つの文です。')
    expect(cut('words without an end to them', 18)).toBe('words without an ')
  })
  it('is not cut in its first half for that', () => {
    expect(cut(`A. ${'b'.repeat(40)}`, 30)).toBe(`A. ${'b'.repeat(27)}`)
  })
  it('never loses half a character, nor cuts what is short enough', () => {
    expect(cut('😀😀😀😀', 3)).toBe('😀😀')
    expect(cut('short', 30)).toBe('short')
  })
  it('takes a number’s point for no end', () => {
    expect(cut('It is 3.14159 and then some more', 22)).toBe('It is 3.14159 and ')
  })
})
