/** Policies that watch the attention of every query: they need the weights that a fused kernel never writes down. */
import { ascending, best, keepBest, meanOfRows, range } from './choose'
import type { EvictionPolicy } from './policy'

const newest = (cells: number, count: number): number[] => range(Math.max(0, cells - count), cells)

export const h2o: EvictionPolicy = {
  name: 'h2o',
  idea: 'Half of the budget for the tokens that drew the most attention in sum, half for the newest.',
  signal: 'attention',
  source: 'Zhang et al., H2O, arXiv:2306.14048',
  savesMemory: true,
  leastTokens: 2,
  keep: (heads, budget) =>
    heads.map(({ positions: { length }, cumulativeAttention }) =>
      keepBest(length, budget, newest(length, Math.floor(budget / 2)), cumulativeAttention),
    ),
}

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

export const tova: EvictionPolicy = {
  name: 'tova',
  idea: 'Keeps what the last query looked at, on average over the heads of a layer, which keep the same tokens.',
  signal: 'attention',
  source: 'Oren et al., TOVA, arXiv:2401.06104',
  savesMemory: true,
  leastTokens: 1,
  keep(heads, budget) {
    const cells = heads[0]?.positions.length ?? 0
    const ofLastQuery = heads.map(({ windowAttention }) => windowAttention.at(-1) ?? new Float64Array(cells))
    const survivors = cells <= budget ? range(0, cells) : best(range(0, cells), meanOfRows(ofLastQuery, cells), budget)
    return heads.map(() => ascending(survivors))
  },
}
