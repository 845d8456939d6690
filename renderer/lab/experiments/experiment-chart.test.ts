import { expect, it } from 'vitest'
import { runAttentionShapes } from '../../../core/lab/experiments/attention-shapes'
import type { ExperimentResult } from '../../../core/lab/experiments/experiment'
import { runPageSizes } from '../../../core/lab/experiments/page-sizes'
import { runPrefixSharing } from '../../../core/lab/experiments/prefix-sharing'
import { chartOf } from './experiment-chart'

it('an experiment’s chart draws shapes of attention as bars in KiB: MHA of DeepSeek-V3 takes 3,904 KiB', () => {
  const chart = chartOf(runAttentionShapes(7))
  if (chart.kind !== 'bars') throw new Error('Expected bars')
  expect(chart.bars[0]).toEqual({ name: 'MHA, 128 KV heads', value: 3_997_696 / 1024, span: null })
  expect(chart.bars.at(-1)?.name).toBe('MLA')
})

it('an experiment’s chart draws one line of block sizes for each size of the pool', () => {
  const sizes = chartOf(runPageSizes(7))
  if (sizes.kind !== 'lines') throw new Error('Expected lines')
  expect(sizes.lines.map(({ points }) => points.map(({ x }) => x))).toEqual([[1, 2, 4, 8, 16, 32, 64, 128, 256]])
  const sharing = chartOf(runPrefixSharing(7))
  if (sharing.kind !== 'lines') throw new Error('Expected lines')
  expect(sharing.lines.map(({ name, points }) => [name, points.length])).toEqual([
    ['pool of 65,536 tokens', 5],
    ['pool of 16,384 tokens', 5],
  ])
})

it('an experiment’s chart draws policies as dots at the middle budget, with arms to the other budgets', () => {
  const row = (policy: string, budgetTokens: number | null, perplexity: number) => ({ policy, budgetTokens, perplexity })
  const rows = [row('full', null, 2), row('h2o', 48, 4), row('h2o', 96, 3), row('h2o', 192, 2.1)]
  const result: ExperimentResult = {
    name: 'policies',
    model: null,
    seed: 7,
    rows,
  }
  expect(chartOf(result)).toMatchObject({
    bars: [
      { name: 'full', value: 2, span: null },
      { name: 'h2o', value: 3, span: [2.1, 4] },
    ],
  })
})
