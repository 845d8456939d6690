import { expect, it } from 'vitest'
import { kvRows } from './kv-rows'

it('kvRows counts 3 + 4 + 5 rows without a cache and 3 + 1 + 1 with a cache, for a prompt and an answer of 3 tokens', () => {
  expect(kvRows(3, 3)).toEqual({ naive: 12, cached: 5 })
})
it('kvRows counts (1,024 + 1) / 2 = 512.5 times as many rows without a cache, for an answer of 1,024 tokens to a prompt of 1', () => {
  const { naive, cached } = kvRows(1, 1024)
  expect([naive, cached, naive / cached]).toEqual([524_800, 1024, 512.5])
})
