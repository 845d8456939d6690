import type { CellSpan } from '../../contract/cache/cache'
import type { CellContent } from '../../contract/cache/cell-contents'
import { pushSpan } from '../cell-spans'

const contentOfLetter: Readonly<Record<string, CellContent>> = {
  s: 'system',
  d: 'tools',
  u: 'user',
  r: 'reasoning',
  a: 'assistant',
  c: 'tool-call',
  x: 'tool-result',
  t: 'template',
}
const written: readonly CellContent[] = ['reasoning', 'assistant', 'tool-call']

/**
 * `t2 u3` makes two spans, of 2 and 3 positions. Each `u` and `x` begins a message. `r`, `a` and `c` continue the previous message if it
 * ends with another of the three.
 */
export function spansOf(text: string): CellSpan[] {
  const spans: CellSpan[] = []
  let message = 0
  let before: CellContent | undefined
  for (const word of text.split(' ')) {
    const holds = contentOfLetter[word[0] ?? '']
    const tokens = Number(word.slice(1))
    if (!holds || !Number.isInteger(tokens)) throw new Error(`Expected a letter and a number of positions, got "${word}"`)
    if (holds === 'template' || holds === 'system' || holds === 'tools') {
      pushSpan(spans, { holds }, tokens)
      continue
    }
    const continues = before !== undefined && written.includes(before) && written.includes(holds) && before !== holds
    if (!continues) message++
    before = holds
    pushSpan(spans, { holds, message }, tokens)
  }
  return spans
}
