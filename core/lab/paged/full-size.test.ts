import { expect, it } from 'vitest'
import { reclaimed } from './full-size'

it('evicting tokens from 1,000 blocks with 16,000 tokens frees only blocks in which no token is left, unless a repack follows', () => {
  expect(reclaimed()).toEqual([
    // 1,600 cells fill 100 blocks. Token 0 stays.
    { pattern: 'keep-every-tenth', evictedTokens: 14_400, freedBlocks: 0, freedByRepack: 900, copiedSlots: 1599 },
    { pattern: 'keep-one-per-block', evictedTokens: 15_000, freedBlocks: 0, freedByRepack: 937, copiedSlots: 999 },
    { pattern: 'evict-one-block', evictedTokens: 16, freedBlocks: 1, freedByRepack: 1, copiedSlots: 0 },
  ])
})
