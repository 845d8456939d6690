import { describe, expect, it } from 'vitest'
import { hasTooManyMarks, limits, segmentsOf } from './guard'

const isPlain = (text: string) => segmentsOf(text).map((segment) => segment.isPlain)
const joined = (text: string) =>
  segmentsOf(text)
    .map((segment) => segment.text)
    .join('')

const bombs: Readonly<Record<string, string>> = {
  '100,000 nested quotes': '>'.repeat(100_000),
  '100,000 nested quotes with spaces': '> '.repeat(100_000),
  'nested list items on one line': '- '.repeat(5000),
  'nested numbered items on one line': '1. '.repeat(5000),
  'quotes in lists in quotes': '> - '.repeat(2000),
  'a list far to the right': `${' '.repeat(200)}- item`,
  'a single line of 5 MB': 'word '.repeat(1_000_000),
  'a table of 10,000 columns': `${'|a'.repeat(10_000)}|\n${'|-'.repeat(10_000)}|\n${'|b'.repeat(10_000)}|`,
  'a wide table with 9,000 broken rows': `${'|a'.repeat(90)}|\n${'|-'.repeat(90)}|\n${'|\n'.repeat(9000)}`,
  'a table with 4,000 rows': `|a|\n|-|\n${'|b|\n'.repeat(4000)}`,
  'a paragraph of 1 MB in short lines': 'some words\n'.repeat(100_000),
}

describe('a Markdown bomb', () => {
  for (const [name, text] of Object.entries(bombs))
    it(`stays plain text as a whole: ${name}`, () => {
      expect(isPlain(text)).toEqual([true])
      expect(joined(text)).toBe(text)
    })
  it('does not change the text before and after it', () => {
    expect(segmentsOf(`# Before\n\n${'>'.repeat(1000)}\n\n*after*`)).toEqual([
      { text: '# Before\n\n', isPlain: false },
      { text: `${'>'.repeat(1000)}\n\n`, isPlain: true },
      { text: '*after*', isPlain: false },
    ])
  })
  it('is recognized within a paragraph by too many marks or a very long word', () => {
    expect(hasTooManyMarks('*a '.repeat(10_000))).toBe(true)
    expect(hasTooManyMarks('[a '.repeat(10_000))).toBe(true)
    expect(hasTooManyMarks('<a '.repeat(10_000))).toBe(true)
    expect(hasTooManyMarks('&amp;'.repeat(10_000))).toBe(true)
    expect(hasTooManyMarks(`${'a.b-c+d'.repeat(1000)}@`)).toBe(true)
    expect(hasTooManyMarks('x'.repeat(limits.groupCharacters + 1))).toBe(true)
  })
})

describe('ordinary Markdown', () => {
  const ordinary: Readonly<Record<string, string>> = {
    'a list of lists': '- one\n  - two\n    - three\n      1. four\n\n        still four',
    'a quote in a quote': '> one\n>> two\n> > > three',
    'a rule of dashes': `${'-'.repeat(200)}\n\n${'* '.repeat(10)}`,
    'a table of 20 columns and 100 rows': `${'|a'.repeat(20)}|\n${'|-'.repeat(20)}|\n${`${'|b'.repeat(20)}|\n`.repeat(100)}`,
    'deep code': `\`\`\`\n${' '.repeat(120)}return\n\`\`\``,
    'a long code block without an empty line': `\`\`\`ts\n${'const a = 1\n'.repeat(5000)}\`\`\``,
    'a paragraph of 5,000 characters': 'word '.repeat(1000),
  }
  for (const [name, text] of Object.entries(ordinary))
    it(`is parsed: ${name}`, () => {
      expect(isPlain(text)).not.toContain(true)
      expect(joined(text)).toBe(text)
    })
  it('may have 90 emphasized words in one paragraph', () => {
    expect(hasTooManyMarks('some **bold** word '.repeat(90))).toBe(false)
  })
})
