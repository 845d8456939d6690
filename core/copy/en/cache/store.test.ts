import { expect, it } from 'vitest'
import { texts } from '../../copy'

const leastWorth = { prefixId: 'a', reason: 'least-worth', onlyTokens: 120 } as const

it('the reason of an eviction names a time only if the time is known', () => {
  const { because } = texts.en.cache.store.next
  expect(because({ ...leastWorth, againMs: 96 })).toContain('has 120 of its tokens, and it would take 96 ms to get everything again.')
  expect(because({ ...leastWorth, againMs: null })).toMatch(/has 120 of its tokens\.$/)
  expect(texts.de.cache.store.next.because({ ...leastWorth, againMs: null })).toMatch(/hat 120 seiner Tokens\.$/)
})
