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
