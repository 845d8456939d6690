/** What is said between the Lab's process and whoever started it. It answers one question after the other; to cancel is to end it. */
import type { Failure } from '../contract/errors/errors'
import type { AttentionPattern, RecordedHead, RecordedLook, Recording, RecordingRequest } from '../contract/lab/lab'
import type { ExperimentName, ExperimentResult } from './experiments/experiment'

export interface LabQuestions {
  experiment: {
    readonly experiment: ExperimentName
    readonly modelPath: string
    readonly seed: number
    /** For the experiment with policies, in cells per head; null for its own. */
    readonly budgets: readonly number[] | null
    /** For the experiment with sizes of blocks, in tokens; null for its own. */
    readonly blockTokens: readonly number[] | null
  }
  /** Its answer replaces the recording before. */
  record: Omit<RecordingRequest, 'modelId'> & { readonly modelPath: string }
  attention: RecordedHead
  look: RecordedHead & { readonly step: number }
}
export interface LabAnswers {
  experiment: ExperimentResult
  record: Recording
  attention: AttentionPattern
  look: RecordedLook
}
export type LabTopic = keyof LabQuestions

/** `id`: of the one who asks; every message about it carries the same. */
export type LabQuestion = {
  [Topic in LabTopic]: { readonly id: number; readonly topic: Topic; readonly question: LabQuestions[Topic] }
}[LabTopic]

export type LabMessage =
  | { readonly type: 'ready' }
  /** `share`: 0 to 1. */
  | { readonly type: 'progress'; readonly id: number; readonly share: number; readonly what: string }
  | { readonly type: 'answer'; readonly id: number; readonly answer: LabAnswers[LabTopic] }
  | { readonly type: 'failure'; readonly id: number; readonly failure: Failure }
