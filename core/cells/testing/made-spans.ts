import type { CellContent, CellSpan } from '../../contract/cache/cache'
import { pushSpan } from '../cell-spans'

const contentOfLetter: Readonly<Record<string, CellContent>> = { s: 'system', u: 'user', a: 'assistant', t: 'template' }

/** `t2 u3` makes two spans, of 2 and 3 positions. */
export function spansOf(text: string): CellSpan[] {
  const spans: CellSpan[] = []
  for (const word of text.split(' ')) {
    const holds = contentOfLetter[word[0] ?? '']
    const tokens = Number(word.slice(1))
    if (!holds || !Number.isInteger(tokens)) throw new Error(`Expected s, u, a or t and a number of positions, got "${word}"`)
    pushSpan(spans, holds, tokens)
  }
  return spans
}
