import { describe, expect, it } from 'vitest'
import { parseBlocks } from './parse'

describe('the Markdown parser', () => {
  it('reads emphasis, code, links and tables', () => {
    const [paragraph, , table] = parseBlocks('A **bold** `word` and [a link](https://example.org).\n\n| a |\n|---|\n| *b* |')
    expect(paragraph).toMatchObject({
      type: 'paragraph',
      tokens: [
        { type: 'text' },
        { type: 'strong' },
        { type: 'text' },
        { type: 'codespan' },
        { type: 'text' },
        { type: 'link' },
        { type: 'text' },
      ],
    })
    expect(table).toMatchObject({ type: 'table', rows: [[{ tokens: [{ type: 'em' }] }]] })
  })
  it('keeps line breaks, as of a poem', () => {
    expect(parseBlocks('The sea is deep,\nthe sea is wide.')).toMatchObject([
      { type: 'paragraph', tokens: [{ type: 'text' }, { type: 'br' }, { type: 'text' }] },
    ])
  })
  it('treats a paragraph with too many delimiters as plain text', () => {
    const text = '*a '.repeat(1000).trim()
    expect(parseBlocks(text)).toMatchObject([{ type: 'paragraph', tokens: [{ type: 'text', text }] }])
  })
  it('treats only the table cell with too many delimiters as plain text', () => {
    const [table] = parseBlocks(`| **a** |\n|---|\n| ${'*b '.repeat(1000)} |`)
    expect(table).toMatchObject({ type: 'table', header: [{ tokens: [{ type: 'strong' }] }], rows: [[{ tokens: [{ type: 'text' }] }]] })
  })
  it('recognizes HTML, which is shown as text', () => {
    expect(parseBlocks('<script>alert(1)</script>')).toMatchObject([{ type: 'html', text: '<script>alert(1)</script>' }])
  })
})
