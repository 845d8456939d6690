import { expect, it } from 'vitest'
import { runAttentionShapes } from '../../../core/lab/experiments/attention-shapes'
import { runPageSizes } from '../../../core/lab/experiments/page-sizes'
import { runPrefixSharing } from '../../../core/lab/experiments/prefix-sharing'
import { chartOf } from './experiment-chart'

it('an experiment’s chart draws the attention shapes as bars in KiB per token: DeepSeek-V3 with MHA takes 3,904 KiB', () => {
  const chart = chartOf(runAttentionShapes(7))
  if (chart.kind !== 'bars') throw new Error('Expected bars')
  expect(chart.bars[0]).toEqual({ name: 'MHA, 128 KV heads', value: 3_997_696 / 1024 })
  expect(chart.bars.at(-1)?.name).toBe('MLA')
})

it('an experiment’s chart draws one line over the block sizes for each pool size', () => {
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

it('an experiment’s chart names policies as the Lab does elsewhere', () => {
  const rows = [{ policy: 'streaming-llm', measure: 'recall', budgetTokens: 48 }]
  const chart = chartOf({ name: 'smallest-budget', model: 'Pocket', seed: 7, rows })
  if (chart.kind !== 'bars') throw new Error('Expected bars')
  expect(chart.bars).toEqual([{ name: 'StreamingLLM', value: 48 }])
})
