import { describe, expect, it } from 'vitest'
import { allOf, grow, noBlocks } from './blocks'
import { parseBlocks } from './parse'

interface Seen {
  readonly type: string
  readonly raw: string
  readonly tex?: string
  readonly isDisplay?: boolean
  readonly tokens?: readonly Seen[]
  readonly items?: readonly Seen[]
}
function formulas(text: string): (readonly [string | undefined, 'display' | 'inline'])[] {
  const all = (tokens: readonly Seen[]): Seen[] => tokens.flatMap((token) => [token, ...all(token.tokens ?? token.items ?? [])])
  return all(parseBlocks(text) as readonly Seen[])
    .filter(({ type }) => type === 'math')
    .map(({ tex, isDisplay }) => [tex, isDisplay ? 'display' : 'inline'])
}

describe('a formula', () => {
  it('is in one of four pairs of delimiters', () => {
    expect(formulas('The area $\\pi r^2$ and \\(2 \\pi r\\) of a circle.')).toEqual([
      ['\\pi r^2', 'inline'],
      ['2 \\pi r', 'inline'],
    ])
    expect(formulas('$$E = mc^2$$')).toEqual([['E = mc^2', 'display']])
    expect(formulas('\\[E = mc^2\\]')).toEqual([['E = mc^2', 'display']])
    expect(formulas('It is $$x$$ here, and \\[y\\] there.')).toEqual([
      ['x', 'display'],
      ['y', 'display'],
    ])
  })
  it('on several lines is one formula, even if its lines look like a list or a heading', () => {
    expect(formulas('So:\n$$\na\n- b\n+ c\n=\n$$\nThen.')).toEqual([['\na\n- b\n+ c\n=\n', 'display']])
    expect(formulas('1. First\n   \\[\n   a\n   \\]\n2. Second')).toEqual([['\na\n', 'display']])
  })
  it('keeps its underscores, asterisks and backslashes', () => {
    expect(formulas('$a_1 * b_2 * c_3$ and $\\{x \\mid x \\$ y\\}$')).toEqual([
      ['a_1 * b_2 * c_3', 'inline'],
      ['\\{x \\mid x \\$ y\\}', 'inline'],
    ])
  })
  it('can be in a table, a quotation, and bold text', () => {
    expect(formulas('> $x$')).toEqual([['x', 'inline']])
    expect(formulas('**so $x$**')).toEqual([['x', 'inline']])
    expect(parseBlocks('| a |\n|---|\n| $x$ |')).toMatchObject([{ rows: [[{ tokens: [{ type: 'math', tex: 'x' }] }]] }])
  })
})

describe('a dollar sign', () => {
  for (const text of [
    'It costs $5 and $6.',
    'From $5k to $10k',
    'US$5/$6',
    'echo $HOME and $PATH',
    'cd $HOME/$USER',
    'a $ b $ c',
    'costs \\$5 or \\$6$',
    '$$',
    '$ x$',
    '$x $',
  ])
    it(`is text: ${text}`, () => expect(formulas(text).filter(([tex]) => tex !== undefined)).toEqual([]))
  it('in code is code', () => {
    expect(formulas('`$x$` and\n\n```\n$$x$$\n```\n\n    $$y$$')).toEqual([])
  })
})

describe('an unfinished formula', () => {
  it('has no LaTeX until it is closed, and ends at an empty line', () => {
    expect(formulas('$$\na\n- b')).toEqual([[undefined, 'display']])
    expect(formulas('$$\na\n\nText with $x$.')).toEqual([
      [undefined, 'display'],
      ['x', 'inline'],
    ])
    expect(formulas('so \\(a + ')).toEqual([])
  })
  it('gives the same blocks whether the text arrives in one piece or character by character', () => {
    const text = 'So:\n\n$$\na\n- b\n$$\n\nThen\n\\[\nc\n\\]\nand $x$.\n\n$$ open\n- d\n\nThe end.'
    let blocks = noBlocks
    for (let end = 1; end <= text.length; end++) blocks = grow(blocks, text.slice(0, end))
    const texts = allOf(blocks).map((block) => block.text)
    expect(texts).toEqual(allOf(grow(noBlocks, text)).map((block) => block.text))
    expect(texts.join('')).toBe(text)
    expect(texts.flatMap((block) => formulas(block)).map(([tex]) => tex?.trim())).toEqual(['a\n- b', 'c', 'x', undefined])
  })
  it('of many delimiters is read in little time', () => {
    const begun = performance.now()
    parseBlocks(`${'\\('.repeat(390)}${'x '.repeat(9000)}`)
    parseBlocks('$a '.repeat(6000))
    parseBlocks(`$$\n${'\\'.repeat(10_000)}`)
    expect(performance.now() - begun).toBeLessThan(5000)
  })
})
