import { expect, it } from 'vitest'
import { noTokens } from '../../../core/cells/cell-spans'
import type { CacheSample } from '../../../core/contract/cache/cache'
import { shownCells } from './shown-cells'

const held = (sequence: number, conversationId: string | null, turnId: string | null = null): CacheSample => ({
  sequence,
  conversationId,
  turnId,
  tokens: 4,
  reusedTokens: 0,
  spans: [],
  blockTokens: 1,
  held: noTokens(),
  runs: [],
  gaps: [],
  shared: null,
  fills: [],
  checkpointBytes: 0,
  checkpoints: [],
  threads: 1,
})
const samples = [held(0, 'other', 't0'), held(1, 'c', 't1'), held(2, 'c', 't2'), held(3, null)]
const shown = (openId: string | null, turnId: string | null = null, sequence: number | null = null) =>
  shownCells(samples, { openId, turnId, sequence })

it('shownCells returns the selected sequence, or else that of the visible answer, or else the first', () => {
  expect(shown('c', 't2', 1).sample?.sequence).toBe(1)
  expect(shown('c', 't2').sample?.sequence).toBe(2)
  expect(shown('c', 'earlier').sample?.sequence).toBe(1)
  // Sequence 0 has moved to another conversation.
  expect(shown('c', 't2', 0).sample?.sequence).toBe(2)
  expect(shown('c').own.map(({ sequence }) => sequence)).toEqual([1, 2])
})
it('shownCells returns an unused sequence for a conversation without one, or else the first of another conversation', () => {
  expect(shown('new')).toMatchObject({ sample: { sequence: 3 }, own: [], otherConversationId: null })
  expect(shownCells(samples.slice(0, 1), { openId: null, turnId: null, sequence: null })).toMatchObject({ otherConversationId: 'other' })
})
