import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { gateSetup } from '../../core/lab/experiments/setups'
import { readLabModel } from '../model/read-model'
import { runSmallestBudget } from './smallest-budget'

it('the smallest budget of a policy keeps its loss plus error within the limit, and the next smaller budget does not', async () => {
  const model = await readLabModel(fileURLToPath(new URL('../../native-models/pocket/pocket-f16.gguf', import.meta.url)))
  const gate = { measure: 'perplexity', mostLoss: 1, policies: ['window'] } as const
  const { rows } = runSmallestBudget({ model, seed: 7, choices: { gate }, report: () => {} })
  expect(rows).toHaveLength(1)
  const row = rows[0] as Record<string, number>
  expect(row.refusedTokens).toBe((row.budgetTokens as number) - gateSetup.stepTokens)
  expect((row.loss as number) + (row.error as number)).toBeLessThanOrEqual(1)
  expect((row.refusedLoss as number) + (row.refusedError as number)).toBeGreaterThan(1)
  // Bisection over 16 budgets.
  expect(row.tried).toBeLessThanOrEqual(5)
})
