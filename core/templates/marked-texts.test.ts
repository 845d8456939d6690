import { describe, expect, it } from 'vitest'
import { MarkedTexts } from './marked-texts'

const safe = () => false

function segmentsOf(template: (...texts: string[]) => string, texts: readonly string[], isUnsafe: (text: string) => boolean = safe) {
  const marked = new MarkedTexts()
  const withMarks = texts.map((text, index) => marked.mark(text, 'user', index))
  return marked.segments(template(...withMarks), template(...texts), isUnsafe)
}
const shown = (segments: ReturnType<typeof segmentsOf>) =>
  segments.map(({ text, message, isTemplate }) => [text, message ?? (isTemplate ? 'template' : 'unsafe')])

describe('the texts of messages in a prompt', () => {
  it('are found where the template wrote them, in any order and more than once', () => {
    expect(shown(segmentsOf((a, b) => `<s>${b}</s>${a}|${b}`, ['one', 'two']))).toEqual([
      ['<s>', 'template'],
      ['two', 1],
      ['</s>', 'template'],
      ['one', 0],
      ['|', 'template'],
      ['two', 1],
    ])
  })

  it('keep the whitespace at their ends, unless the template trims it', () => {
    const text = '  a\n b \n'
    expect(shown(segmentsOf((a) => `[${a}]`, [text]))).toEqual([
      ['[', 'template'],
      [text, 0],
      [']', 'template'],
    ])
    expect(shown(segmentsOf((a = '') => `[${a.trim()}]`, [text]))).toEqual([
      ['[', 'template'],
      ['a\n b', 0],
      [']', 'template'],
    ])
  })

  it('are found if the template quotes and escapes them', () => {
    expect(shown(segmentsOf((a) => JSON.stringify(a), ['say "hi"']))).toEqual([
      ['"', 'template'],
      ['say \\"hi\\"', 0],
      ['"', 'template'],
    ])
  })

  it('are found by search if the template changes one of them; the changed text may not contain control tokens if the original did', () => {
    const template = (a = '', b = '') => (a.startsWith('/') ? `(${a.slice(1)})` : a) + b
    expect(shown(segmentsOf(template, ['/quit <end>', 'ok'], (text) => text.includes('<end>')))).toEqual([
      ['(quit <end>)', 'unsafe'],
      ['ok', 1],
    ])
    expect(shown(segmentsOf(template, ['/quit', 'ok']))).toEqual([
      ['(quit)', 'template'],
      ['ok', 1],
    ])
  })

  it('are found by search if a text contains marks itself', () => {
    const text = '\u{10ff00}0\u{10ff01}x'
    expect(shown(segmentsOf((a, b) => `<${a}>${b}`, [text, 'y']))).toEqual([
      ['<', 'template'],
      [text, 0],
      ['>', 'template'],
      ['y', 1],
    ])
  })

  it('have no segment if they are empty or left out', () => {
    expect(shown(segmentsOf((_a, b) => `<${b}>`, ['gone', '  ']))).toEqual([['<  >', 'template']])
  })
})
