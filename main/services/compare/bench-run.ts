/** A run as it begins, is cut short, and goes on: what is known before anything is loaded. */
import type { BenchCell, BenchedModel, BenchPlan, BenchRun } from '../../../core/contract/compare/bench-runs'
import { coded } from '../../../core/contract/errors/coded-error'
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

/** A text of the user's is kept beside the plan, once. */
export function withoutText(plan: BenchPlan, runId: string, title: string): BenchPlan {
  const { quality } = plan
  if (!quality || quality.text.source === 'bundled') return { ...plan, title }
  return { ...plan, title, quality: { ...quality, text: { source: 'run', runId, name: quality.text.name } } }
}

/** What becomes of the cells that were not measured. */
export const cancelled = (cells: readonly BenchCell[]): BenchCell[] =>
  cells.filter(({ state }) => state === 'waiting' || state === 'running').map((cell) => ({ ...cell, state: 'cancelled' }))

/** A run goes on only where its figures would compare. Throws `bench-plan-refused`. */
export function assertSameAsBefore({ machine, model, headroomVersion }: BenchRun, now: BenchedModel, version: string): void {
  const here = thisMachine()
  const differs = [
    machine.cpu !== here.cpu || machine.cores !== here.cores || machine.memoryBytes !== here.memoryBytes ? 'this machine' : '',
    headroomVersion !== version ? 'Headroom' : '',
    model.sizeBytes !== now.sizeBytes || model.parameters !== now.parameters ? 'the model file' : '',
  ].filter(Boolean)
  if (differs.length > 0)
    throw coded('bench-plan-refused', {
      reason: `Since it was measured, ${differs.join(' and ')} changed, and figures of before and after do not compare: start it anew.`,
    })
}
