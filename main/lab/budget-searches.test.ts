import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { budgetFileName, budgetSearchOf, fingerprintOf, keepBudgetSearch } from './budget-searches'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-budgets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const question = { modelPath: '/a.gguf', seed: 7, gate: null }
const search = (at: number, gate: { measure: 'recall'; mostLoss: number; policies: null } | null = null) => ({
  modelPath: '/a.gguf',
  fingerprint: 'f',
  at,
  gate,
  result: { name: 'smallest-budget' as const, model: 'A', seed: 7, rows: [{ policy: 'h2o', budgetTokens: 80 }] },
})
const recall = { measure: 'recall' as const, mostLoss: 10, policies: null }

it('finds a search by its model file, seed and limit, and replaces it with a newer one', () => {
  keepBudgetSearch(folder, search(1))
  keepBudgetSearch(folder, search(2, recall))
  keepBudgetSearch(folder, search(3))
  expect(budgetSearchOf(folder, question)?.at).toBe(3)
  expect(budgetSearchOf(folder, { ...question, gate: { ...recall } })?.at).toBe(2)
  expect(budgetSearchOf(folder, { ...question, seed: 8 })).toBeUndefined()
  expect(budgetSearchOf(folder, { ...question, modelPath: '/b.gguf' })).toBeUndefined()
  expect(JSON.parse(readFileSync(join(folder, budgetFileName), 'utf8'))).toHaveLength(2)
})
it.each(['', '{"a": 1}', '[{"at": "yesterday"}]'])('has no search if the file contains %j, and can store one again', (text) => {
  writeFileSync(join(folder, budgetFileName), text)
  expect(budgetSearchOf(folder, question)).toBeUndefined()
  keepBudgetSearch(folder, search(1))
  expect(budgetSearchOf(folder, question)?.at).toBe(1)
})
it('the fingerprint of a model file changes with one bit of its last tensor', async () => {
  const path = join(folder, 'changing.gguf')
  copyFileSync(new URL('../../native-models/fixtures/llama-gqa.gguf', import.meta.url), path)
  const before = await fingerprintOf(path)
  const bytes = readFileSync(path)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  writeFileSync(path, bytes)
  expect(await fingerprintOf(path)).not.toBe(before)
})
