import { describe, expect, it } from 'vitest'
import { quoteAround } from './quoted-words'

const written = (text: string, from: number, to: number) => {
  const { parts, isCutBefore, isCutAfter } = quoteAround(text, { from, to })
  const words = parts.map((part) => (part.isLit ? `[${part.text}]` : part.text)).join('')
  return `${isCutBefore ? '… ' : ''}${words}${isCutAfter ? ' …' : ''}`
}

describe('quoteAround', () => {
  it('quotes a short text whole and lights the words in the range', () => {
    expect(written('Why is the sky blue?', 10, 14)).toBe('Why is the [sky] blue?')
  })
  it('lights a whole word if the range has a part of it', () => {
    expect(written('quantization matters', 5, 8)).toBe('[quantization] matters')
  })
  it('cuts a long text at words, on both sides of the range', () => {
    const text = Array.from({ length: 200 }, (_, at) => `word${at}`).join(' ')
    const at = text.indexOf('word100')
    const quote = written(text, at, at + 7)
    expect(quote).toMatch(/^… word\d+ .*\[word100\].* word\d+ …$/)
    for (const [word] of quote.matchAll(/word\d+/g)) expect(text.split(' ')).toContain(word)
    expect(quote.length).toBeLessThan(350)
  })
  it('shows a lit word that is longer than the quote', () => {
    expect(written('x'.repeat(1000), 500, 501)).toContain('[xxx')
  })
})
