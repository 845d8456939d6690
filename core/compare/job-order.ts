/**
 * Repetitions run in rounds, every other one backward, so that a steady drift of the machine affects all settings equally. Source: the
 * ABBA design of paired experiments.
 */
import { type ComparePart, compareParts } from '../contract/compare/compare-limits'
import type { CompareCell } from '../contract/compare/compare-runs'
import type { KvSettings } from '../contract/settings/kv-settings'

export interface CompareJob {
  readonly cell: number
  readonly round: number
}

export const placementOf = ({ gpuBackend, gpuLayers }: KvSettings): string => `${gpuBackend}/${gpuLayers}`

export function jobsOf(cells: readonly CompareCell[]): CompareJob[] {
  const placements = [...new Set(cells.map(({ task }) => placementOf(task.settings)))]
  return placements.flatMap((placement) => {
    const matching = cells.filter(({ task }) => placementOf(task.settings) === placement)
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
