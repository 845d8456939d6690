import { describe, expect, it } from 'vitest'
import { allOf, type Blocks, grow, noBlocks } from './blocks'

const text = `# Title

A paragraph with **bold** and
a second line.

- one
- two

  still two

\`\`\`ts
const a = 1

const b = 2
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

> quoted

[ref]: https://example.org

The end.`

const texts = (blocks: Blocks) => allOf(blocks).map((block) => block.text)
const inSteps = (whole: string, step: number): Blocks[] => {
  const states: Blocks[] = [noBlocks]
  for (let end = step; end < whole.length + step; end += step) states.push(grow(states.at(-1) as Blocks, whole.slice(0, end)))
  return states
}

describe('the blocks of a Markdown text', () => {
  it('are its headings, paragraphs, lists, code and tables, and add up to the text', () => {
    const blocks = grow(noBlocks, text)
    expect(texts(blocks).map((block) => block.slice(0, 6))).toEqual([
      '# Titl',
      'A para',
      '- one\n',
      '```ts\n',
      '| a | ',
      '> quot',
      '[ref]:',
      'The en',
    ])
    expect(texts(blocks).join('')).toBe(text)
  })
  it('are the same whether the text arrives in one piece or character by character', () => {
    for (const step of [1, 7, 50]) expect(texts(inSteps(text, step).at(-1) as Blocks)).toEqual(texts(grow(noBlocks, text)))
  })
  it('add up to the text at every step', () => {
    for (const blocks of inSteps(text, 3)) expect(texts(blocks).join('')).toBe(blocks.text)
  })
  it('stay the same objects once they are finished', () => {
    const states = inSteps(text, 5)
    for (const [index, state] of states.entries())
      for (const [at, block] of (states[index - 1]?.finished ?? []).entries()) expect(state.finished[at]).toBe(block)
  })
  it('are the same with Windows line endings', () => {
    expect(texts(grow(noBlocks, text.replaceAll('\n', '\r\n')))).toEqual(texts(grow(noBlocks, text)))
  })
  it('are parsed again if the text is replaced', () => {
    const other = grow(grow(noBlocks, 'one\n\ntwo'), 'three')
    expect(texts(other)).toEqual(['three'])
  })
})

describe('a very long line', () => {
  const line = 'words and '.repeat(2000)
  it('is cut at spaces into pieces of plain text', () => {
    const blocks = allOf(grow(noBlocks, line))
    expect(blocks.every(({ isPlain, text: piece }) => isPlain && piece.length <= 4001 && piece.endsWith(' '))).toBe(true)
    expect(blocks.map((block) => block.text).join('')).toBe(line)
  })
  it('stays plain text while it grows, whatever its newest piece looks like', () => {
    const states = inSteps(line, 1500)
    const afterLimit = states.filter((state) => state.text.length > 10_000)
    expect(afterLimit.length).toBeGreaterThan(3)
    for (const state of afterLimit) expect(state.open?.isPlain).toBe(true)
    expect(texts(states.at(-1) as Blocks).join('')).toBe(line)
  })
  it('is not cut inside a character', () => {
    const emoji = '😀'.repeat(6000)
    for (const block of allOf(grow(noBlocks, emoji))) expect(block.text).not.toMatch(/\p{Surrogate}/u)
  })
  it('does not affect Markdown that follows it', () => {
    const blocks = allOf(grow(grow(noBlocks, line), `${line}\n\n**bold**`))
    expect(blocks.at(-1)).toMatchObject({ text: '**bold**', isPlain: false })
  })
})

describe('text of any kind', () => {
  let state = 42
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state % below
  }
  const scraps = [
    '\n',
    '\n\n',
    '  ',
    '- ',
    '1. ',
    '> ',
    '```',
    '~~~\n',
    '|',
    '|-|',
    '# ',
    'word ',
    '*',
    '_',
    '[a](b)',
    '<b>',
    '\t',
    '***\n',
    '===\n',
    '\\',
  ]
  it('is cut into blocks that add up to it, whether it arrives at once or in steps', () => {
    for (let round = 0; round < 300; round++) {
      const made = Array.from({ length: 30 }, () => scraps[random(scraps.length)]).join('')
      expect(texts(grow(noBlocks, made)).join('')).toBe(made)
      for (const blocks of inSteps(made, 4)) expect(texts(blocks).join('')).toBe(blocks.text)
    }
  })
})
