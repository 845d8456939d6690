import { randomUUID } from 'node:crypto'
import { isLostWithServer, isOnServer } from '../../../core/compare/on-server'
import { variantNames } from '../../../core/compare/variant-names'
import type { CompareCell, ComparedModel, ComparePlan, CompareRun } from '../../../core/contract/compare/compare-runs'
import { coded } from '../../../core/contract/errors/coded-error'
import { copy } from '../../../core/copy/copy'
import { thisMachine } from './compare-machine'

export function newRun(
  headroomVersion: string,
  given: Pick<CompareRun, 'id' | 'title' | 'kind' | 'model' | 'plan' | 'results'>,
): CompareRun {
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

export function runOfPlan(headroomVersion: string, plan: ComparePlan, model: ComparedModel, results: CompareCell[]): CompareRun {
  const id = randomUUID()
  const title = plan.title.trim() || titleOf(plan)
  return newRun(headroomVersion, { id, title, kind: 'compare', model, plan: withoutText(plan, id, title), results })
}

export const titleOf = ({ variants }: Pick<ComparePlan, 'variants'>): string => [...new Set(variants.map(shortName))].join(', ')

function shortName(variant: ComparePlan['variants'][number]): string {
  if (isOnServer(variant)) return variantNames([variant], copy.compare.settingNames)[0] ?? ''
  const { keyType, valueType } = variant
  return keyType === valueType ? keyType : `${keyType}:${valueType}`
}

export function withoutText(plan: ComparePlan, runId: string, title: string): ComparePlan {
  const { quality } = plan
  if (!quality || quality.text.source === 'bundled') return { ...plan, title }
  return { ...plan, title, quality: { ...quality, text: { source: 'run', runId, name: quality.text.name } } }
}

export const cancelled = (cells: readonly CompareCell[]): CompareCell[] =>
  cells.filter(({ state }) => state === 'waiting' || state === 'running').map((cell) => ({ ...cell, state: 'cancelled' }))

/** If the run continues. */
export function waitingAgain(cell: CompareCell): CompareCell {
  if (isLostWithServer(cell)) return { ...cell, state: 'waiting', result: null, failure: null }
  return cell.state === 'cancelled' ? { ...cell, state: 'waiting' } : cell
}

/** Throws `compare-plan-refused`. */
export function assertSameAsBefore({ machine, model, headroomVersion }: CompareRun, now: ComparedModel, version: string): void {
  const here = thisMachine()
  const isOtherMachine = machine.cpu !== here.cpu || machine.cores !== here.cores || machine.memoryBytes !== here.memoryBytes
  const isOtherFile = model.sizeBytes !== now.sizeBytes || model.parameters !== now.parameters
  const what = [
    ...(isOtherMachine ? (['machine'] as const) : []),
    ...(headroomVersion !== version ? (['headroom'] as const) : []),
    ...(isOtherFile ? (['model-file'] as const) : []),
  ]
  if (what.length > 0) throw coded('compare-plan-refused', { reason: { kind: 'changed', what } })
}
