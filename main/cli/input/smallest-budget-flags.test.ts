import { expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { policyNames } from '../../../core/lab/recording/limits'
import { UsageError } from './flags'
import { policiesFrom, smallestBudgetFrom } from './smallest-budget-flags'

it('smallestBudgetFrom reads the limit of one measure, and the policies to search', () => {
  expect(smallestBudgetFrom({})).toBeNull()
  expect(smallestBudgetFrom({ 'max-recall-loss': '0.1', policy: 'h2o,keydiff' })).toEqual({
    measure: 'recall',
    mostLoss: 10,
    policies: ['h2o', 'keydiff'],
  })
  expect(smallestBudgetFrom({ 'max-perplexity-loss': '0.005' })).toEqual({ measure: 'perplexity', mostLoss: 0.5, policies: null })
  expect(smallestBudgetFrom({ policy: 'tova' })).toEqual({ measure: 'perplexity', mostLoss: 1, policies: ['tova'] })
})

it('smallestBudgetFrom refuses two measures, a loss outside the range from 0 to 1, and an unknown policy', () => {
  for (const flags of [
    { 'max-recall-loss': '0.1', 'max-perplexity-loss': '0.01' },
    { 'max-recall-loss': '-1' },
    { 'max-perplexity-loss': '5' },
    { policy: 'h2o,forget-all' },
  ])
    expect(() => smallestBudgetFrom(flags)).toThrow(UsageError)
})

const policyFailure = (policy: string) => {
  try {
    policiesFrom({ policy })
    return null
  } catch (error) {
    return failureOf(error)
  }
}

it('policiesFrom lets the heads share the budget of every policy that scores the cells of one head', () => {
  const scored = [
    'h2o',
    'snapkv',
    'snapkv-each-step',
    'pyramidkv',
    'r-kv',
    'knorm',
    'keydiff',
    'lagkv',
    'triattention',
    'expected-attention',
  ]
  expect(policiesFrom({ policy: 'full,ada:knorm,ada:snapkv' })).toEqual(['full', 'ada:knorm', 'ada-kv'])
  for (const name of policyNames) {
    const refused = { code: 'lab-policy-without-scores', facts: { policy: name, scored } }
    expect(policyFailure(`ada:${name}`)).toEqual(scored.includes(name) ? null : refused)
  }
})

it('policiesFrom refuses an unknown policy, even after ada:', () => {
  for (const policy of ['ada:forget-all', 'ada:ada:knorm', 'ada:', 'ada']) expect(() => policiesFrom({ policy })).toThrow(UsageError)
})
