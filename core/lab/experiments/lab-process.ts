/** What is said between the Lab's process and whoever started it. One process runs one experiment; to cancel is to end it. */
import type { Failure } from '../../contract/errors'
import type { ExperimentName, ExperimentResult } from './experiment'

export interface LabRequest {
  readonly experiment: ExperimentName
  readonly modelPath: string
  readonly seed: number
  /** For the experiment with policies, in cells per head; null for its own. */
  readonly budgets: readonly number[] | null
}

export type LabMessage =
  | { readonly type: 'ready' }
  /** `share`: 0 to 1. */
  | { readonly type: 'progress'; readonly share: number; readonly what: string }
  | { readonly type: 'result'; readonly result: ExperimentResult }
  | { readonly type: 'failure'; readonly failure: Failure }
