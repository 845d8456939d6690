/** What every run of an experiment has: the model, a seed, and somebody who wants to know how far it is. */
import type { ExperimentResult } from '../../../core/lab/experiments/experiment'
import type { CacheShape } from '../../../core/lab/shape'
import type { LabModel } from '../model/model'

export interface LabSession {
  readonly model: LabModel
  readonly seed: number
  /** Budgets of the experiment with policies, in tokens; its own where null. */
  readonly budgets: readonly number[] | null
  /** Sizes of blocks of the experiment with them; its own where null. */
  readonly blockTokens: readonly number[] | null
  /** `share`: 0 to 1. */
  readonly report: (share: number, what: string) => void
}

export type RunExperiment = (session: LabSession) => ExperimentResult

/** The shape of a cache for this model. */
export const cacheShapeFor = ({ shape }: LabModel, cells: number, sequences = 1): CacheShape => ({
  layers: shape.layers,
  sequences,
  kvHeads: shape.kvHeads,
  cells,
  headDim: shape.headDim,
})

/** (count): positions of tokens that follow each other. */
export const positionsFrom = (first: number, count: number): Int32Array => Int32Array.from({ length: count }, (_, t) => first + t)

/** Milliseconds that `work` takes, with its result. */
export function timed<T>(work: () => T): { readonly ms: number; readonly result: T } {
  const before = performance.now()
  const result = work()
  return { ms: performance.now() - before, result }
}
