/** Divides the experiment `policies` by task, because the tasks do not depend on each other, and joins the results. */
import type { ExperimentChoices, ExperimentResult, ResultCell, ResultRow } from './experiment'
import { policyTasks, taskColumns } from './policy-measures'

/** Each part has one task. */
export const policyParts = (choices: ExperimentChoices): ExperimentChoices[] => {
  const { tasks = policyTasks } = choices
  return tasks.length < 2 ? [choices] : tasks.map((task) => ({ ...choices, tasks: [task] }))
}

/** The parts have the same rows. */
export function joinPolicyParts([first, ...others]: readonly [ExperimentResult, ...ExperimentResult[]]): ExperimentResult {
  return { ...first, rows: first.rows.map((row, index) => joinRows([row, ...others.map(({ rows }) => rows[index] as ResultRow)])) }
}

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
