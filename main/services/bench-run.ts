/** A run that begins: what it will measure, and what is known of the machine and the model before anything is loaded. */
import type { BenchPlan, BenchRun } from '../../core/contract/bench-runs'
import { thisMachine } from './bench-machine'

export function newRun(headroomVersion: string, given: Pick<BenchRun, 'id' | 'title' | 'kind' | 'model' | 'plan' | 'results'>): BenchRun {
  return {
    ...given,
    state: 'running',
    startedAt: Date.now(),
    endedAt: null,
    modelName: given.model.name,
    cells: given.results.length,
    done: 0,
    failed: given.results.filter(({ state }) => state === 'failed').length,
    headroomVersion,
    machine: thisMachine(),
    engine: null,
    imported: [],
    proposals: [],
  }
}

/** The types of its caches: what most comparisons are about. */
export const titleOf = ({ variants }: Pick<BenchPlan, 'variants'>): string =>
  [...new Set(variants.map(({ keyType, valueType }) => (keyType === valueType ? keyType : `${keyType}:${valueType}`)))].join(', ')
