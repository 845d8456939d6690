import { ascending, best, meanOfRows, range } from '../../selection/choose'
import type { EvictionPolicy } from '../../selection/policy'

export const tova: EvictionPolicy = {
  name: 'tova',
  signal: 'window',
  source: 'Oren et al., TOVA, arXiv:2401.06104',
  savesMemory: true,
  observes: 1,
  leastTokens: 1,
  keep(heads, budget) {
    const cells = heads[0]?.positions.length ?? 0
    const ofLastQuery = heads.map(({ windowAttention }) => windowAttention.at(-1) ?? new Float64Array(cells))
    const survivors = cells <= budget ? range(0, cells) : best(range(0, cells), meanOfRows(ofLastQuery, cells), budget)
    return heads.map(() => ascending(survivors))
  },
}
