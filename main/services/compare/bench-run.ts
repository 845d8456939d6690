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

export const titleOf = ({ variants }: Pick<BenchPlan, 'variants'>): string =>
  [...new Set(variants.map(({ keyType, valueType }) => (keyType === valueType ? keyType : `${keyType}:${valueType}`)))].join(', ')

/** The text is stored once, next to the plan. */
export function withoutText(plan: BenchPlan, runId: string, title: string): BenchPlan {
  const { quality } = plan
  if (!quality || quality.text.source === 'bundled') return { ...plan, title }
  return { ...plan, title, quality: { ...quality, text: { source: 'run', runId, name: quality.text.name } } }
}

export const cancelled = (cells: readonly BenchCell[]): BenchCell[] =>
  cells.filter(({ state }) => state === 'waiting' || state === 'running').map((cell) => ({ ...cell, state: 'cancelled' }))

/** Throws `bench-plan-refused` if machine, model or version changed, so that new results would not be comparable. */
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
