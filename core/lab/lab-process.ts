/** The Lab's process answers one question at a time. To cancel a question, the parent ends the process. */
import type { Failure } from '../contract/errors/errors'
import type { AttentionPattern, LabWork, RecordedHead, RecordedLook, Recording, RecordingRequest } from '../contract/lab/lab'
import type { ExperimentChoices, ExperimentName, ExperimentResult } from './experiments/experiment'

export interface LabQuestions {
  experiment: {
    readonly experiment: ExperimentName
    readonly modelPath: string
    readonly seed: number
    readonly choices: ExperimentChoices
  }
  /** Replaces the previous recording. */
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

export type LabQuestion = {
  [Topic in LabTopic]: { readonly id: number; readonly topic: Topic; readonly question: LabQuestions[Topic] }
}[LabTopic]

export type LabMessage =
  | { readonly type: 'ready' }
  /** `share`: 0 to 1. */
  | { readonly type: 'progress'; readonly id: number; readonly share: number; readonly work: LabWork }
  | { readonly type: 'answer'; readonly id: number; readonly answer: LabAnswers[LabTopic] }
  | { readonly type: 'failure'; readonly id: number; readonly failure: Failure }
