import type { LabWork } from '../../core/contract/lab/lab'
import type { ExperimentChoices, ExperimentResult } from '../../core/lab/experiments/experiment'
import type { CacheShape } from '../../core/lab/shape'
import type { LabModel } from '../model/model'

export interface LabSession {
  readonly model: LabModel
  readonly seed: number
  readonly choices: ExperimentChoices
  /** Of each task of the policies. Default: those of the setup. */
  readonly prompts?: number
  /** `share`: 0 to 1. */
  readonly report: (share: number, work: LabWork) => void
}

export type RunExperiment = (session: LabSession) => ExperimentResult

export const cacheShapeFor = ({ shape }: LabModel, cells: number, sequences = 1): CacheShape => ({
  layers: shape.layers,
  sequences,
  kvHeads: shape.kvHeads,
  cells,
  headDim: shape.headDim,
})

export const positionsFrom = (first: number, count: number): Int32Array => Int32Array.from({ length: count }, (_, t) => first + t)

export function timed<T>(work: () => T): { readonly ms: number; readonly result: T } {
  const before = performance.now()
  const result = work()
  return { ms: performance.now() - before, result }
}
