import { expect, it } from 'vitest'
import type { OverflowRequest } from '../contract/settings/overflow'
import { messageRanges } from './message-ranges'
import { overflowPreviewOf } from './overflow-preview'

const ranges = messageRanges(
  [
    { from: 0, to: 5, holds: 'template' },
    { from: 5, to: 15, holds: 'system' },
    { from: 15, to: 20, holds: 'template' },
    { from: 20, to: 40, holds: 'user', message: 1 },
    { from: 40, to: 45, holds: 'template' },
    { from: 45, to: 65, holds: 'assistant', message: 2 },
    { from: 65, to: 70, holds: 'template' },
    { from: 70, to: 90, holds: 'user', message: 3 },
    { from: 90, to: 95, holds: 'template' },
    { from: 95, to: 115, holds: 'assistant', message: 4 },
  ],
  [
    { role: 'system', text: 's' },
    { role: 'user', text: 'a' },
    { role: 'assistant', text: 'b' },
    { role: 'user', text: 'c' },
    { role: 'assistant', text: 'd' },
  ],
)
const request: OverflowRequest = { policy: 'drop-oldest', sinkTokens: 4, recentTokens: 'auto', pinned: [] }
const question = { request, ranges, textTokens: 115, limitTokens: 160, canShift: true }

it('overflowPreviewOf lists the messages that would be dropped, and counts the tokens that would be processed again', () => {
  // Without the first turn, 111 of 161 tokens remain. At most 120 may remain.
  expect(overflowPreviewOf(question)).toEqual({
    usedTokens: 115,
    contextTokens: 160,
    messages: [1, 2],
    droppedTokens: 50,
    repeatedTokens: 0,
  })
  expect(overflowPreviewOf({ ...question, canShift: false }).repeatedTokens).toBe(45)
  expect(overflowPreviewOf({ ...question, request: { ...request, pinned: [1] } }).messages).toEqual([3, 4])
})
it('overflowPreviewOf drops the tokens in the middle if the policy keeps the first and last tokens', () => {
  // (160 - 4) / 2 = 78 tokens stay at the end.
  expect(overflowPreviewOf({ ...question, request: { ...request, policy: 'sink-recency' } })).toMatchObject({
    messages: [1, 2],
    droppedTokens: 79,
  })
})
it('overflowPreviewOf drops nothing if the policy is to stop', () => {
  expect(overflowPreviewOf({ ...question, request: { ...request, policy: 'stop' } })).toMatchObject({ messages: [], droppedTokens: 0 })
})
