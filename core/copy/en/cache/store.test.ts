import { expect, it } from 'vitest'
import { texts } from '../../copy'

const leastWorth = { prefixId: 'a', reason: 'least-worth', onlyTokens: 120 } as const

it('the reason of an eviction names a time only if the time is known', () => {
  const { because } = texts.en.cache.store.next
  expect(because({ ...leastWorth, againMs: 96 }, 'memory')).toContain(
    'has 120 of its tokens, and it would take 96 ms to get everything again.',
  )
  expect(because({ ...leastWorth, againMs: null }, 'disk')).toMatch(/has 120 of its tokens\.$/)
  expect(texts.de.cache.store.next.because({ ...leastWorth, againMs: null }, 'disk')).toMatch(/hat 120 seiner Tokens\.$/)
})
it('the reason of an eviction says where no other prefix has the tokens', () => {
  const { because } = texts.en.cache.store.next
  expect(because({ ...leastWorth, againMs: null }, 'cells')).toContain('no other prefix in cells or in memory has 120 of its tokens')
  expect(because({ ...leastWorth, againMs: null }, 'disk')).toContain('no other saved cache has 120 of its tokens')
})
it('a name that ends like a sentence gets no second full stop', () => {
  for (const { next } of [texts.en.cache.store, texts.de.cache.store]) {
    expect(next.first('Bread')).toMatch(/[“”]\.$/)
    expect(next.first('Bread.')).toMatch(/Bread\.[“”]$/)
    expect(next.after(['a', 'Why?'])).toMatch(/Why\?[“”]$/)
  }
})
