import type { EvictionRule } from '../../../core/prefix/eviction-rule'
import type { Holding } from '../../../core/prefix/holding'
import { processMs } from '../../../core/prefix/rates'

/** The store divides by the amount, which these rules don't want. */
const undivided = (worth: number, { amount }: Holding): number => worth * amount

export const lru = (): EvictionRule => ({ worthOf: (holding) => undivided(holding.usedAtMs, holding) })

/**
 * Each use adds cost / size to the credit of the last eviction, so that what was not used for long goes, however costly.
 * Source: Cao and Irani, "Cost-Aware WWW Proxy Caching Algorithms", USENIX 1997 (GreedyDual-Size).
 */
export function greedyDualSize(): EvictionRule {
  const credits = new Map<string, number>()
  let inflation = 0
  return {
    worthOf: (holding) => undivided(credits.get(holding.id) ?? 0, holding),
    used: ({ id, tokens, amount }, _, { rates }) => {
      credits.set(id, inflation + processMs(rates, 0, tokens) / amount)
    },
    evicted: ({ id }) => {
      inflation = credits.get(id) ?? inflation
      credits.delete(id)
    },
  }
}
