import { describe, expect, it } from 'vitest'
import type { ReuseReport } from '../contract/cache/reuse'
import { avoidableText, causeText } from './reuse-words'

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

describe('the line under an answer', () => {
  it('names the date that changed and what to do', () => {
    expect(avoidableText(report)).toBe(
      '1,900 tokens were processed again, 1.3 s: a date or time in the system prompt has changed (2026-11-21 → 2026-11-22). Leave it out of the system prompt, or write it into your message.',
    )
  })
  it('is not there where the wait was too short to be noticed, or is not known', () => {
    expect(avoidableText({ ...report, repeatedMs: 399 })).toBeNull()
    expect(avoidableText({ ...report, repeatedMs: null })).toBeNull()
  })
  it('is not there where nothing would have avoided it', () => {
    expect(avoidableText({ ...report, cause: 'model-changed', divergence: null })).toBeNull()
  })
  it('is not there where nothing was lost', () => {
    expect(avoidableText({ ...report, cause: 'edited-message', repeatedTokens: 0, repeatedMs: 0 })).toBeNull()
  })
})

it('the reason quotes no word of the conversation', () => {
  const { divergence } = report
  const said = causeText(report)
  expect(said).toBe('a date or time in the system prompt has changed')
  for (const text of [divergence?.before, divergence?.held, divergence?.clock?.held]) expect(said).not.toContain(text)
})
