/**
 * In which order the measurements of a run are taken.
 *
 * A machine drifts: it warms up, its clock goes down, another program starts. So repetitions are not taken one after
 * the other but in rounds: each round visits every cell once, and every second round goes the other way. What drifts
 * evenly then weighs the same on all settings. Source of the idea: the ABBA design of paired experiments.
 *
 * Settings that need the model loaded anew (another backend, other layers on the GPU) are not mixed: loading would take
 * longer than measuring. Those groups come one after the other.
 */
import { type BenchPart, benchParts } from '../contract/compare/bench-limits'
import type { BenchCell } from '../contract/compare/bench-runs'
import type { KvSettings } from '../contract/settings/kv-settings'

/** One call of the engine: all of a cell, or one of its repetitions. */
export interface BenchJob {
  /** Index of the cell. */
  readonly cell: number
  readonly round: number
}

/** What the weights are loaded with: settings that differ in it need them loaded again. */
export const placementOf = ({ gpuBackend, gpuLayers }: KvSettings): string => `${gpuBackend}/${gpuLayers}`

/** What is still to be measured of these cells, in order. */
export function jobsOf(cells: readonly BenchCell[]): BenchJob[] {
  const placements = [...new Set(cells.map(({ task }) => placementOf(task.settings)))]
  return placements.flatMap((placement) => {
    const placed = cells.filter(({ task }) => placementOf(task.settings) === placement)
    return benchParts.flatMap((part) => inRounds(placed, part))
  })
}

function inRounds(cells: readonly BenchCell[], part: BenchPart): BenchJob[] {
  const jobs = cells.filter((cell) => cell.part === part && isOpen(cell)).flatMap(jobsOfCell)
  return jobs.sort((left, right) => left.round - right.round || (left.round % 2 === 0 ? left.cell - right.cell : right.cell - left.cell))
}

/** Cells of a run that was cut short go on where they stopped. */
const isOpen = ({ state }: BenchCell): boolean => state !== 'done' && state !== 'failed'

function jobsOfCell({ index, part, item, task, result }: BenchCell): BenchJob[] {
  if (task.kind !== 'speed') return [{ cell: index, round: part === 'latency' ? item : 0 }]
  const taken = result?.kind === 'speed' ? result.samplesNs.length : 0
  return Array.from({ length: task.repetitions - taken }, (_, left) => ({ cell: index, round: taken + left }))
}
