/** Searches for the smallest budgets, stored in a file, because `headroom lab` opens no database. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { experimentResult } from '../../core/contract/lab/lab'
import type { GateChoice } from '../../core/lab/experiments/experiment'
import { choosablePolicyNames } from '../../core/lab/recording/limits'
import { replaceFile } from '../files/replace-file'
import { checkModelFile } from '../library/header/check-model-file'
import { modelHash } from '../sessions/model-hash'

export const budgetFileName = 'lab-budgets.json'
const mostSearches = 50

const gateChoice = z.object({
  measure: z.enum(['perplexity', 'recall']),
  mostLoss: z.number(),
  policies: z.array(z.enum(choosablePolicyNames)).readonly().nullable(),
})
const budgetSearch = z.object({
  modelPath: z.string(),
  fingerprint: z.string(),
  at: z.number(),
  /** null for the usual limit. */
  gate: gateChoice.nullable(),
  result: experimentResult,
})
export type BudgetSearch = z.infer<typeof budgetSearch>

export interface BudgetQuestion {
  readonly modelPath: string
  readonly seed: number
  readonly gate: GateChoice | null
}

/** Also returns a search of an earlier version of the model file. */
export const budgetSearchOf = (folder: string, question: BudgetQuestion): BudgetSearch | undefined =>
  searchesIn(folder).find((search) => isSame(search, question))

/** Replaces an earlier search with the same question. Throws file errors of Node. */
export function keepBudgetSearch(folder: string, search: BudgetSearch): void {
  const { modelPath, gate, result } = search
  const others = searchesIn(folder).filter((other) => !isSame(other, { modelPath, gate, seed: result.seed }))
  replaceFile(join(folder, budgetFileName), JSON.stringify([search, ...others].slice(0, mostSearches)))
}

/** Throws file and GGUF errors. */
export async function fingerprintOf(path: string): Promise<string> {
  const { header, paths } = await checkModelFile(path)
  return modelHash(paths.map((part) => ({ path: part, headerBytes: header.dataOffset })))
}

const isSame = (search: BudgetSearch, { modelPath, seed, gate }: BudgetQuestion): boolean =>
  search.modelPath === modelPath && search.result.seed === seed && isDeepStrictEqual(search.gate, gate)

function searchesIn(folder: string): readonly BudgetSearch[] {
  try {
    const stored: unknown = JSON.parse(readFileSync(join(folder, budgetFileName), 'utf8'))
    return Array.isArray(stored) ? stored.flatMap((search) => budgetSearch.safeParse(search).data ?? []) : []
  } catch {
    return []
  }
}
