/** Watches the attention of every query, and counts where others add up: who stands out often matters, not how far. */
import { keepBest, newest } from './choose'
import type { EvictionPolicy } from './policy'

/** Recent tokens that Scissorhands never drops: too young to have been important often. */
const scissorhandsRecent = 10

export const scissorhands: EvictionPolicy = {
  name: 'scissorhands',
  idea: 'Keeps the tokens that were important (above the average attention) most often: what was important stays so.',
  signal: 'attention',
  source: 'Liu et al., Scissorhands, arXiv:2305.17118',
  savesMemory: true,
  leastTokens: scissorhandsRecent + 1,
  keep: (heads, budget) =>
    heads.map(({ positions: { length }, timesImportant }) => keepBest(length, budget, newest(length, scissorhandsRecent), timesImportant)),
}
