/**
 * Repetitions run in rounds, every other one backward, so that a steady drift of the machine affects all settings equally. Source: the
 * ABBA design of paired experiments.
 */
import { type ComparePart, compareParts } from '../contract/compare/compare-limits'
import type { CompareCell } from '../contract/compare/compare-runs'
import type { CompareTask } from '../contract/compare/compare-tasks'
import type { KvSettings } from '../contract/settings/kv-settings'

export interface CompareJob {
  readonly cell: number
  readonly round: number
}

export const placementOf = ({ gpuBackend, gpuLayers }: KvSettings): string => `${gpuBackend}/${gpuLayers}`

/** Where a task runs: if it fails for a reason that concerns all tasks, it concerns those with the same place. */
export const placeOf = (task: CompareTask): string =>
  task.kind === 'server' ? JSON.stringify([task.server.serverId, task.server.model]) : placementOf(task.settings)

/** Servers are measured in the same rounds as the first placement. */
export function jobsOf(cells: readonly CompareCell[]): CompareJob[] {
  const local = [...new Set(cells.flatMap(({ task }) => (task.kind === 'server' ? [] : [placeOf(task)])))]
  const [first, ...others] = local
  return [first, ...others].flatMap((placement) => {
    const matching = cells.filter(({ task }) => (task.kind === 'server' ? placement === first : placeOf(task) === placement))
    return compareParts.flatMap((part) => inRounds(matching, part))
  })
}

function inRounds(cells: readonly CompareCell[], part: ComparePart): CompareJob[] {
  const jobs = cells.filter((cell) => cell.part === part && isOpen(cell)).flatMap(jobsOfCell)
  return jobs.sort((left, right) => left.round - right.round || (left.round % 2 === 0 ? left.cell - right.cell : right.cell - left.cell))
}

const isOpen = ({ state }: CompareCell): boolean => state !== 'done' && state !== 'failed'

function jobsOfCell({ index, part, item, task, result }: CompareCell): CompareJob[] {
  if (task.kind !== 'speed') return [{ cell: index, round: part === 'latency' ? item : 0 }]
  const taken = result?.kind === 'speed' ? result.samplesNs.length : 0
  return Array.from({ length: task.repetitions - taken }, (_, left) => ({ cell: index, round: taken + left }))
}
