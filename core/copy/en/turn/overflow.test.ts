import { expect, it } from 'vitest'
import { copy } from '../../copy'

it('the note about a full context gives the numbers of the messages that were dropped', () => {
  expect(copy.overflow.left({ policy: 'drop-oldest', messages: [1, 2, 3, 4, 7], droppedTokens: 1204, leftOutTokens: 1204 })).toBe(
    'The context was full: messages 1–4 and 7 were dropped to make room for this answer (1,204 tokens). The model no longer sees them.',
  )
  expect(copy.overflow.left({ policy: 'sink-recency', messages: [], droppedTokens: 1, leftOutTokens: 300 })).toBe(
    'The context was full: earlier tokens were dropped to make room for this answer (1 token; 300 in total so far). The model no longer sees them.',
  )
})
it('the note about a full context says how many tokens were processed again to close a gap', () => {
  const report = { policy: 'sink-recency' as const, messages: [], droppedTokens: 300, leftOutTokens: 300 }
  expect(copy.overflow.left({ ...report, repeatedTokens: 204 })).toContain('To close the gap, 204 tokens were processed again.')
  expect(copy.overflow.left(report)).not.toContain('processed again')
})
it('the preview of a policy says which messages would be dropped, and how many tokens would be processed again', () => {
  const preview = { usedTokens: 900, contextTokens: 1024, messages: [1, 2], droppedTokens: 210, repeatedTokens: 0 }
  expect(copy.overflow.preview(preview)).toBe(
    '900 of 1,024 tokens are in use. Once the context is full, messages 1–2 would be dropped (210 tokens).',
  )
  expect(copy.overflow.preview({ ...preview, repeatedTokens: 690 })).toContain('would then process 690 tokens again')
  expect(copy.overflow.preview({ ...preview, messages: [], droppedTokens: 0 })).toContain('nothing is dropped')
})
it('the preview of a policy never says that more tokens are in use than the context holds', () => {
  const preview = { usedTokens: 2049, contextTokens: 2048, messages: [1, 2], droppedTokens: 210, repeatedTokens: 0 }
  expect(copy.overflow.preview(preview)).toBe(
    'The conversation has 2,049 tokens, and the context holds 2,048. With the next message, messages 1–2 would be dropped (210 tokens).',
  )
  expect(copy.overflow.preview({ ...preview, messages: [], droppedTokens: 0 })).toBe(
    'The conversation has 2,049 tokens, and the context holds 2,048. Nothing is dropped: the next message is refused.',
  )
  expect(copy.overflow.preview({ ...preview, usedTokens: 2048 })).toContain('2,048 of 2,048 tokens are in use.')
})
