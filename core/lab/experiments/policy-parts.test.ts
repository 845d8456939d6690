import { describe, expect, it } from 'vitest'
import type { PolicyName } from '../selection/policy'
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
const row = (measured: object) => ({
  policy: 'h2o',
  signal: 'attention',
  mode: 'query-aware',
  askedRatio: null,
  budgetTokens: 48,
  ...unmeasured,
  ...measured,
})
const part = (...rows: object[]): ExperimentResult => resultOf('policies', { model: 'pocket', seed: 7 }, rows.map(row))

describe('the experiment on policies', () => {
  it('is divided by task, and perplexity by budget and policy, and keeps its other choices', () => {
    const policies: PolicyName[] = ['full', 'h2o', 'tova']
    const choices = { budgets: [48, 96], modes: ['query-aware'] } as const
    const [recall, ...texts] = policyParts({ ...choices, tasks: ['perplexity', 'needle'] }, policies)
    expect(recall).toEqual({ ...choices, tasks: ['needle'] })
    for (const text of texts) expect(text).toMatchObject({ modes: ['query-aware'], tasks: ['perplexity'] })
    const pairs = texts.flatMap(({ budgets, policies: names }) => names?.map((name) => `${budgets?.join()} ${name}`))
    expect(pairs.sort()).toEqual([48, 96].flatMap((budget) => policies.map((name) => `${budget} ${name}`)).sort())
    expect(policyParts({}, policies).map(({ tasks }) => tasks?.join())).toEqual([
      ...['needle', 'multi-key', 'variable-tracking', 'common-words'],
      ...Array(6).fill('perplexity'),
    ])
    for (const task of ['needle', 'perplexity'] as const) expect(policyParts({ tasks: [task] }, policies)).toEqual([{ tasks: [task] }])
  })
  it('has no part without policies if it measures one policy', () => {
    const parts = policyParts({ policies: ['ada:knorm'], budgets: [96] }, ['ada:knorm'])
    expect(parts.map(({ policies }) => policies)).toEqual(Array(5).fill(['ada:knorm']))
  })
  it('has the rows of its first part, in which other parts fill the rows that they have', () => {
    const larger = { budgetTokens: 96, needle: estimate(50) }
    expect(joinPolicyParts([part({ needle: estimate(40) }, larger), part({ budgetTokens: 96, perplexity: estimate(2) })])).toEqual(
      part({ needle: estimate(40) }, { ...larger, perplexity: estimate(2) }),
    )
  })
  it('is divided by ratio instead of budget, and joined again, if ratios are asked for', () => {
    const texts = policyParts({ ratios: [0.25, 0.5] }, ['full', 'h2o']).slice(4)
    expect(texts.map(({ ratios }) => ratios)).toEqual([[0.25], [0.25], [0.5], [0.5]])
    const asked = (askedRatio: number, measured: object) => ({ askedRatio, budgetTokens: null, ...measured })
    const [quarter, half] = [asked(0.25, { needle: estimate(90) }), asked(0.5, { needle: estimate(40) })]
    expect(joinPolicyParts([part(quarter, half), part(asked(0.5, { perplexity: estimate(2) }))])).toEqual(
      part(quarter, { ...half, perplexity: estimate(2) }),
    )
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
