import { expect, it } from 'vitest'
import { leftText, rehearsalText } from './overflow-words'

it('what left is told by the numbers of the messages', () => {
  expect(leftText({ policy: 'drop-oldest', messages: [1, 2, 3, 4, 7], droppedTokens: 1204, leftOutTokens: 1204 })).toBe(
    'The context was full: messages 1–4 and 7 left it for this answer (1,204 tokens). The model no longer sees them.',
  )
  expect(leftText({ policy: 'sink-recency', messages: [], droppedTokens: 1, leftOutTokens: 300 })).toBe(
    'The context was full: earlier tokens left it for this answer (1 token; 300 are out of it in all). The model no longer sees them.',
  )
})
it('what was processed again to close a gap is told', () => {
  const report = { policy: 'sink-recency' as const, messages: [], droppedTokens: 300, leftOutTokens: 300 }
  expect(leftText({ ...report, repeatedTokens: 204 })).toContain('204 tokens that stayed were processed again for it.')
  expect(leftText(report)).not.toContain('processed again')
})
it('what would leave is told with what it would cost', () => {
  const rehearsal = { usedTokens: 900, contextTokens: 1024, messages: [1, 2], droppedTokens: 210, repeatedTokens: 0 }
  expect(rehearsalText(rehearsal)).toBe('900 of 1,024 tokens are in use. Once it is full, messages 1–2 would leave (210 tokens).')
  expect(rehearsalText({ ...rehearsal, repeatedTokens: 690 })).toContain('would then process 690 tokens again')
  expect(rehearsalText({ ...rehearsal, messages: [], droppedTokens: 0 })).toContain('nothing leaves')
})
it('a conversation that is longer than its context does not use more of it than there is', () => {
  const rehearsal = { usedTokens: 2049, contextTokens: 2048, messages: [1, 2], droppedTokens: 210, repeatedTokens: 0 }
  expect(rehearsalText(rehearsal)).toBe(
    'The conversation has 2,049 tokens, and the context holds 2,048. With the next message, messages 1–2 would leave (210 tokens).',
  )
  expect(rehearsalText({ ...rehearsal, messages: [], droppedTokens: 0 })).toBe(
    'The conversation has 2,049 tokens, and the context holds 2,048. Nothing leaves: the next message is refused.',
  )
  expect(rehearsalText({ ...rehearsal, usedTokens: 2048 })).toContain('2,048 of 2,048 tokens are in use.')
})
