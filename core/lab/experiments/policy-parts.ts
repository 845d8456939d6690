/** Divides the experiment `policies` by task, and perplexity by budget and policy too, because they do not depend on each other. Joins the results. */

import type { PolicyName } from '../selection/policy'
import type { ExperimentChoices, ExperimentResult, ResultCell, ResultRow } from './experiment'
import { policyTasks, taskColumns } from './policy-measures'
import { policiesSetup } from './setups'

/** The first part has all rows. The short parts come last, so that the processes end at about the same time. */
export const policyParts = (choices: ExperimentChoices, policies: readonly PolicyName[]): ExperimentChoices[] => {
  const { tasks = policyTasks, budgets = policiesSetup.budgets, ratios } = choices
  if (tasks.length < 2) return [choices]
  const recall = tasks.filter((task) => task !== 'perplexity').map((task) => ({ ...choices, tasks: [task] }))
  if (recall.length === tasks.length) return recall
  const halves = [0, 1].map((half) => policies.filter((_, index) => index % 2 === half)).filter((half) => half.length > 0)
  const sizes = ratios?.map((ratio) => ({ ratios: [ratio] })) ?? budgets.map((budget) => ({ budgets: [budget] }))
  const texts = sizes.flatMap((size) => halves.map((half) => ({ ...choices, ...size, policies: half, tasks: ['perplexity'] as const })))
  return [...recall, ...texts]
}

export function joinPolicyParts(parts: readonly [ExperimentResult, ...ExperimentResult[]]): ExperimentResult {
  const all = parts.flatMap(({ rows }) => rows)
  return { ...parts[0], rows: parts[0].rows.map((row) => joinRows(all.filter((other) => isSameCase(other, row)))) }
}

const isSameCase = (one: ResultRow, other: ResultRow): boolean =>
  (['policy', 'mode', 'askedRatio', 'budgetTokens'] as const).every((column) => one[column] === other[column])

/** Columns that one part measures. */
const ofOnePart = [...Object.values(taskColumns), 'heldCells', 'msPerToken'] as const

function joinRows(rows: readonly ResultRow[]): ResultRow {
  const measured = (column: string): ResultCell[] => rows.map((row) => row[column] ?? null).filter((cell) => cell !== null)
  const numbers = (column: string): number[] => measured(column).filter((cell) => typeof cell === 'number')
  const ratios = numbers('compressionRatio')
  const peaks = numbers('peakScoreBytes')
  return {
    ...rows[0],
    ...Object.fromEntries(ofOnePart.map((column) => [column, measured(column)[0] ?? null])),
    // Every recall task has the same number of prompts.
    compressionRatio: ratios.length === 0 ? null : ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length,
    peakScoreBytes: peaks.length === 0 ? null : Math.max(...peaks),
  }
}
