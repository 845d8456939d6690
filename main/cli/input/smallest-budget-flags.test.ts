import { expect, it } from 'vitest'
import { UsageError } from './flags'
import { smallestBudgetFrom } from './smallest-budget-flags'

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
