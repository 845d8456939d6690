import { describe, expect, it } from 'vitest'
import type { CellSpan } from '../../../core/contract/cache/cache'
import { PromptText } from '../prompt/prompt-text'
import { PromptContents } from './sequence-contents'

const rendered: CellSpan[] = [
  { from: 0, to: 2, holds: 'template' },
  { from: 2, to: 5, holds: 'user' },
  { from: 5, to: 7, holds: 'template' },
]
const contentsOf = (promptTokens: number, meetings: readonly { cached: number; rendered: number }[]) =>
  new PromptContents(
    'c',
    new PromptText({ tokens: [], spans: () => rendered }, { tokens: new Array(promptTokens), commonTokens: 0, meetings }),
    [],
    0,
    [{ from: 0, to: 9, holds: 'assistant', message: 2 }],
  )

describe('the contents of a sequence', () => {
  it('include only the processed part of the prompt', () => {
    expect(contentsOf(7, []).spansUpTo(3)).toEqual([
      { from: 0, to: 2, holds: 'template' },
      { from: 2, to: 3, holds: 'user' },
    ])
  })
  it('include the answer after the prompt', () => {
    expect(contentsOf(7, []).spansUpTo(12)).toEqual([...rendered, { from: 7, to: 12, holds: 'assistant', message: 2 }])
  })
  it('have different positions if the cache has different tokens for the same text', () => {
    expect(contentsOf(9, [{ cached: 7, rendered: 5 }]).spansUpTo(10)).toEqual([
      { from: 0, to: 2, holds: 'template' },
      { from: 2, to: 7, holds: 'user' },
      { from: 7, to: 9, holds: 'template' },
      { from: 9, to: 10, holds: 'assistant', message: 2 },
    ])
  })
})
