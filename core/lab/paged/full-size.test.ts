import { expect, it } from 'vitest'
import { reclaimed } from './full-size'

it('evicting tokens frees only blocks that keep no token: 16,000 tokens in 1,000 blocks', () => {
  expect(reclaimed()).toEqual([
    // 1,600 remaining cells fill 100 blocks; token 0 stays in place.
    { pattern: 'keep-every-tenth', evictedTokens: 14_400, freedBlocks: 0, freedByRepack: 900, copiedSlots: 1599 },
    // 1,000 remaining cells fill 62.5 blocks.
    { pattern: 'keep-one-per-block', evictedTokens: 15_000, freedBlocks: 0, freedByRepack: 937, copiedSlots: 999 },
    { pattern: 'evict-one-block', evictedTokens: 16, freedBlocks: 1, freedByRepack: 1, copiedSlots: 0 },
  ])
})
