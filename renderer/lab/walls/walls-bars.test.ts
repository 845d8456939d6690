import { expect, it } from 'vitest'
import type { ExperimentResult, ResultRow } from '../../../core/lab/experiments/experiment'
import { blockSizesOf, wallsBars } from './walls-bars'

const row = (policy: string, signal: string, blockTokens: number, evicted: number, freedNone: number, freedRepack: number): ResultRow => ({
  ...{ policy, signal, blockTokens, evicted, freedNone, freedRepack },
  budgetTokens: 96,
})
const result = (rows: readonly ResultRow[]): ExperimentResult => ({ name: 'both-walls', model: 'Pocket', seed: 7, rows })

it('wallsBars splits evicted memory into a part that is free at once, a part that is free after compaction, and the rest', () => {
  const rows = [row('h2o', 'attention', 16, 80, 10, 75), row('h2o', 'attention', 64, 80, 0, 75)]
  expect(blockSizesOf(result(rows))).toEqual([16, 64])
  expect(wallsBars(result(rows), 16)).toEqual([{ policy: 'h2o', budgetTokens: null, wallOne: 'all', freed: 10, compacted: 65, stuck: 5 }])
})

it('wallsBars sorts policies by what they need beyond fused kernels, and then by free memory', () => {
  const rows = [
    row('h2o', 'attention', 16, 80, 0, 80),
    row('snapkv', 'window', 16, 30, 0, 30),
    row('keydiff', 'keys', 16, 30, 0, 30),
    row('window', 'none', 16, 80, 79, 79),
  ]
  expect(wallsBars(result(rows), 16).map(({ policy }) => policy)).toEqual(['window', 'keydiff', 'snapkv', 'h2o'])
})

it('wallsBars names budgets only if the result has several', () => {
  const rows = [row('h2o', 'attention', 16, 80, 0, 80), { ...row('h2o', 'attention', 16, 90, 0, 90), budgetTokens: 48 }]
  expect(wallsBars(result(rows), 16).map(({ budgetTokens }) => budgetTokens)).toEqual([48, 96])
})
