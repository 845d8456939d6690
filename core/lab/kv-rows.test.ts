import { expect, it } from 'vitest'
import { kvRows } from './kv-rows'

it('counts 3 + 4 + 5 rows without a cache for a prompt of 3 and an answer of 3, and 3 + 1 + 1 with one', () => {
  expect(kvRows(3, 3)).toEqual({ naive: 12, cached: 5 })
})
it('counts 512.5 times as many for 1,024 tokens written one by one: (1,024 + 1) / 2', () => {
  const { naive, cached } = kvRows(1, 1024)
  expect([naive, cached, naive / cached]).toEqual([524_800, 1024, 512.5])
})
