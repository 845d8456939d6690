import { expect, it } from 'vitest'
import type { CellSpan } from '../contract/cache'
import { checkpointStops } from './checkpoint-stops'

const spans: CellSpan[] = [
  { from: 0, to: 4, holds: 'template' },
  { from: 4, to: 200, holds: 'system' },
  { from: 200, to: 204, holds: 'template' },
  { from: 204, to: 260, holds: 'user' },
  { from: 260, to: 264, holds: 'template' },
  { from: 264, to: 500, holds: 'assistant' },
  { from: 500, to: 504, holds: 'template' },
  { from: 504, to: 700, holds: 'user' },
  { from: 700, to: 704, holds: 'template' },
]

it('are the ends of the system prompt, of the last answer, and of the prompt', () => {
  expect(checkpointStops(spans, 0, 703, 0)).toEqual([200, 500, 703])
})
it('lie in what is processed', () => {
  expect(checkpointStops(spans, 500, 703, 500)).toEqual([703])
  expect(checkpointStops(spans, 260, 703, 200)).toEqual([500, 703])
})
it('are none where the one before is near', () => {
  // 703 - 650 = 53 tokens to process again.
  expect(checkpointStops(spans, 650, 703, 650)).toEqual([])
  expect(checkpointStops([{ from: 0, to: 40, holds: 'user' }], 0, 39, 0)).toEqual([])
})
