import { expect, it } from 'vitest'
import { runPrefixSharing } from './prefix-sharing'

it('prefix sharing reuses most prompt tokens in a large pool, and fewer if the pool is small or the blocks are large', () => {
  const result = runPrefixSharing(7)
  const rate = (poolTokens: number, blockTokens: number) =>
    result.rows.find((row) => row.poolTokens === poolTokens && row.blockTokens === blockTokens)?.hitRate as number
  expect(rate(65_536, 1)).toBeGreaterThan(85)
  expect(rate(65_536, 16)).toBeLessThan(rate(65_536, 1))
  expect(rate(65_536, 256)).toBeLessThan(rate(65_536, 16))
  expect(rate(16_384, 16)).toBeLessThan(rate(65_536, 16))
})
