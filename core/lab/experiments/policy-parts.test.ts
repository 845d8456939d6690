import { describe, expect, it } from 'vitest'
import { type ExperimentResult, resultOf } from './experiment'
import { joinPolicyParts, policyParts } from './policy-parts'

const estimate = (value: number) => ({ value, low: value - 1, high: value + 1 })
const unmeasured = {
  compressionRatio: null,
  needle: null,
  multiKey: null,
  variableTracking: null,
  commonWords: null,
  perplexity: null,
  heldCells: null,
  peakScoreBytes: null,
  msPerToken: null,
}
const part = (measured: object): ExperimentResult =>
  resultOf('policies', { model: 'pocket', seed: 7 }, [
    { policy: 'h2o', signal: 'attention', mode: 'query-aware', budgetTokens: 48, ...unmeasured, ...measured },
  ])

describe('the experiment on policies', () => {
  it('is divided by task, and keeps its other choices', () => {
    expect(policyParts({ budgets: [48], tasks: ['needle', 'perplexity'] })).toEqual([
      { budgets: [48], tasks: ['needle'] },
      { budgets: [48], tasks: ['perplexity'] },
    ])
    expect(policyParts({}).map(({ tasks }) => tasks)).toEqual([
      ['needle'],
      ['multi-key'],
      ['variable-tracking'],
      ['common-words'],
      ['perplexity'],
    ])
    expect(policyParts({ tasks: ['needle'] })).toEqual([{ tasks: ['needle'] }])
  })
  it('has one row again after its parts are joined, with the mean compression ratio and the largest score matrix', () => {
    const joined = joinPolicyParts([
      part({ needle: estimate(40), compressionRatio: 0.5, peakScoreBytes: 400 }),
      part({ multiKey: estimate(30), compressionRatio: 0.7, peakScoreBytes: 800 }),
      part({ perplexity: estimate(2), heldCells: 96, msPerToken: 3 }),
    ])
    expect(joined).toEqual(
      part({
        needle: estimate(40),
        multiKey: estimate(30),
        perplexity: estimate(2),
        heldCells: 96,
        msPerToken: 3,
        compressionRatio: 0.6,
        peakScoreBytes: 800,
      }),
    )
  })
})
