import { describe, expect, it } from 'vitest'
import type { ReuseReport } from '../contract/cache/reuse'
import { noticedAdvice, reuseAdvice } from './reuse-advice'

const report: ReuseReport = {
  cause: 'other-conversation',
  heldBack: null,
  heldTokens: 2000,
  commonTokens: 12,
  repeatedTokens: 1900,
  repeatedMs: 1250,
  divergence: null,
}

describe('reuseAdvice', () => {
  it('suggests more sequences if another conversation took the cache', () => expect(reuseAdvice(report)).toBe('more-sequences'))
  it('suggests more checkpoints, or more memory for them, if the cache could not go back', () => {
    expect(reuseAdvice({ ...report, heldBack: 'sliding-window' })).toBe('more-checkpoints')
    expect(reuseAdvice({ ...report, heldBack: 'recurrent-state' })).toBe('more-checkpoint-memory')
  })
  it('suggests nothing if the user cannot avoid the cause', () => expect(reuseAdvice({ ...report, cause: 'model-changed' })).toBeNull())
  it('suggests nothing if nothing was processed again', () =>
    expect(reuseAdvice({ ...report, repeatedTokens: 0, repeatedMs: 0 })).toBeNull())
})

it('noticedAdvice suggests nothing if the repetition took less than 400 ms or an unknown time', () => {
  expect(noticedAdvice(report)).toBe('more-sequences')
  expect(noticedAdvice({ ...report, repeatedMs: 399 })).toBeNull()
  expect(noticedAdvice({ ...report, repeatedMs: null })).toBeNull()
})
