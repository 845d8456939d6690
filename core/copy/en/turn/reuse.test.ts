import { expect, it } from 'vitest'
import type { ReuseReport } from '../../../contract/cache/reuse'
import { copy } from '../../copy'

const report: ReuseReport = {
  cause: 'system-prompt-changed',
  heldBack: null,
  heldTokens: 2000,
  commonTokens: 12,
  repeatedTokens: 1900,
  repeatedMs: 1250,
  divergence: {
    position: 12,
    part: 'system',
    message: null,
    before: 'Today is ',
    held: '2026-11-21. Be brief.',
    prompt: '2026-11-22. Be brief.',
    clock: { held: '2026-11-21', prompt: '2026-11-22' },
  },
}

it('the line under an answer names the date that changed, and says what to do', () => {
  expect(copy.reuse.avoidable(report, 'no-clock-in-system-prompt')).toBe(
    '1,900 tokens were processed again, 1.3 s: a date or time in the system prompt has changed (2026-11-21 → 2026-11-22). Remove it from the system prompt, or put it in your message.',
  )
})

it('the reason under an answer quotes no word of the conversation', () => {
  const { divergence } = report
  const said = copy.reuse.cause(report)
  expect(said).toBe('a date or time in the system prompt has changed')
  for (const text of [divergence?.before, divergence?.held, divergence?.clock?.held]) expect(said).not.toContain(text)
})

it('the report says where a prefix came from and what that saved, and names no conversation whose title is unknown', () => {
  const source = { way: 'copied', conversationId: 'c', tokens: 2912, ms: 4, savedMs: 1250 } as const
  expect(copy.reuse.source({ ...source, savedMs: -12 }, 'Contract review')).toContain(
    'Processing these tokens would have been 12.0 ms faster.',
  )
  expect(copy.reuse.source(source, 'Contract review')).toBe('2,912 tokens copied from “Contract review” in 4.00 ms. That saved 1.3 s.')
  expect(copy.reuse.source({ ...source, way: 'continued', savedMs: null }, undefined)).toBe(
    '2,912 tokens taken over from another conversation, whose sequence this conversation continues.',
  )
  expect(copy.reuse.evicted({ conversationId: 'c', reason: 'held-elsewhere', tokens: 40, onlyTokens: 0 }, undefined)).toBe(
    'This prompt took the cells of another conversation (40 tokens): another prefix has all of their tokens.',
  )
  const evicted = { conversationId: 'c', reason: 'least-worth', tokens: 62, onlyTokens: 62, isCopied: true } as const
  expect(copy.reuse.evicted(evicted, 'Trip')).toBe(
    'This prompt took the cells of “Trip” (62 tokens): for their size and how likely they are needed, they save the least time. A copy is in memory.',
  )
  const ofDocument = { ...source, conversationId: `d-${'0'.repeat(48)}` }
  expect(copy.reuse.source(ofDocument, 'contract.pdf')).toBe('2,912 tokens copied from “contract.pdf” in 4.00 ms. That saved 1.3 s.')
  expect(copy.reuse.source(ofDocument, undefined)).toBe('2,912 tokens copied from a document in 4.00 ms. That saved 1.3 s.')
  expect(copy.reuse.source({ ...source, conversationId: `e-${'0'.repeat(48)}` }, undefined)).toContain('copied from a system prompt in')
  expect(copy.reuse.source({ ...source, way: 'memory' }, 'Trip')).toBe(
    '2,912 tokens restored from a copy of “Trip” in memory in 4.00 ms. That saved 1.3 s.',
  )
})
