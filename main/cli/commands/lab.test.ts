import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { searchedBudgets } from './lab'

let folder: string
let modelPath: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-lab-command-'))
  modelPath = join(folder, 'model.gguf')
  copyFileSync(new URL('../../../native-models/fixtures/llama-gqa.gguf', import.meta.url), modelPath)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const found = (budgetTokens: number) => ({
  name: 'smallest-budget' as const,
  model: 'A',
  seed: 7,
  rows: [{ policy: 'h2o', budgetTokens }],
})
/** Counts the searches, and gives each its number as the budget. */
function searches(data = folder) {
  const run = vi.fn(async () => found(run.mock.calls.length))
  const ask = (choices: { gate?: { measure: 'recall'; mostLoss: number; policies: null } } = {}, isAgain = false) =>
    searchedBudgets({ data, again: isAgain }, { experiment: 'smallest-budget', modelPath, seed: 7, choices }, run)
  return { ask, run }
}

it('searches once for each limit, and again with --again', async () => {
  const { ask } = searches()
  expect([await ask(), await ask()]).toEqual([found(1), found(1)])
  expect(await ask({ gate: { measure: 'recall', mostLoss: 10, policies: null } })).toEqual(found(2))
  expect([await ask({}, true), await ask()]).toEqual([found(3), found(3)])
})
it('searches again if the model file has changed', async () => {
  const { ask, run } = searches()
  await ask()
  const bytes = readFileSync(modelPath)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  writeFileSync(modelPath, bytes)
  expect([await ask(), await ask()]).toEqual([found(2), found(2)])
  expect(run).toHaveBeenCalledTimes(2)
})
it('prints the result even if it cannot be stored', async () => {
  const { ask } = searches(modelPath)
  expect([await ask(), await ask()]).toEqual([found(1), found(2)])
})
