/** Algorithm 2 of the paper: drops half the budget at once, or the whole excess if that is larger. The authors' code has another rule. */
import { ascending, best, newest, range } from '../../selection/choose'
import type { EvictionPolicy } from '../../selection/policy'

/** The paper's r. */
const usualRecent = 10
/** The paper's w. */
export const scissorhandsHistory = 400

export const scissorhandsWith = (recentTokens: number): EvictionPolicy => ({
  name: 'scissorhands',
  signal: 'attention',
  source: 'Liu et al., Scissorhands, arXiv:2305.17118',
  savesMemory: true,
  leastTokens: recentTokens + 1,
  keep: (heads, budget) =>
    heads.map(({ positions: { length }, timesBelowAverage }) => {
      const older = range(0, length - recentTokens)
      const dropped = length <= budget ? 0 : Math.min(older.length, Math.max(length - budget, Math.floor(budget / 2)))
      const fewest = Array.from(timesBelowAverage, (times) => -times)
      return ascending([...best(older, fewest, older.length - dropped), ...newest(length, recentTokens)])
    }),
})

export const scissorhands = scissorhandsWith(usualRecent)
