/** What an engine can do, whichever it is: llama.cpp, or the fake one that a screen is developed on. */

import type { CacheSample, ContextReport, HeldToken } from '../../core/contract/cache/cache'
import type { RestoreRequest, SavedSequence, SequenceState } from '../../core/contract/cache/sessions'
import type { AnswersRequest, ForeseenTurn, ForeseeRequest, PromptMessage, TurnRequest } from '../../core/contract/chat/turn'
import type { BenchResult, BenchTask } from '../../core/contract/compare/bench-tasks'
import type { LoadProgress } from '../../core/contract/engine'
import type { DraftReport } from '../../core/contract/models/draft'
import type { EngineInfo } from '../../core/contract/models/models'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import type { GpuBackend } from '../../core/contract/settings/kv-types'
import type { OverflowRehearsal, OverflowRequest } from '../../core/contract/settings/overflow'
import type { TurnLog } from './turn-log'

/** One of several answers while it is written. */
export interface AnswerUnderWay {
  readonly log: TurnLog
  readonly signal: AbortSignal
}

export interface ContextRequest {
  readonly settings: KvSettings
  /** `settings.contextTokens`, resolved to a number. */
  readonly contextTokens: number
  readonly predictedBytes: number | null
}

/** Expected failures are thrown as CodedError. */
export interface EngineBackend {
  start(gpuBackend: GpuBackend): Promise<EngineInfo>
  loadModel(
    path: string,
    gpuLayers: number | 'auto',
    signal: AbortSignal | undefined,
    onProgress: (share: number) => void,
    /** In place of the file's own; '': a stand-in. */
    chatTemplate?: string | null,
  ): Promise<Extract<LoadProgress, { type: 'loaded' }>['model']>
  createContext(request: ContextRequest): Promise<ContextReport>
  /** A model that drafts for the loaded one; it goes with the context. Throws `no-model-loaded`, `draft-refused`, `draft-larger-than-memory`, `draft-load-failed`. */
  loadDraft(path: string, gpuLayers: number | 'auto'): Promise<DraftReport>
  unloadDraft(): Promise<void>
  unload(): Promise<void>
  /** Runs a turn to its end, writing into `log`; resolves when the log is over. Throws only when it cannot begin. */
  runTurn(request: TurnRequest, log: TurnLog, signal: AbortSignal): Promise<void>
  /** Runs several turns on one prompt, one per id of the request; resolves when all logs are over. Throws only when they cannot go on. */
  runAnswers(request: AnswersRequest, answers: readonly AnswerUnderWay[]): Promise<void>
  /** Throws `no-model-loaded` where no turn could run. */
  assertReady(): void
  /** Throws `no-model-loaded`, and `answers-refused` where the context has fewer sequences. */
  assertSequences(answers: number): void
  /** What a prompt would find in the cache. Evaluates nothing. Throws `no-model-loaded`, `template-failed`. */
  foresee(request: ForeseeRequest): Promise<ForeseenTurn>
  /** What an overflow policy would do. Evaluates nothing. Throws `no-model-loaded`, `template-failed`, `overflow-refused`, `overflow-no-room`. */
  rehearse(messages: readonly PromptMessage[], overflow: OverflowRequest): Promise<OverflowRehearsal>
  forget(conversationId: string): Promise<void>
  /** Throws `no-model-loaded`. */
  sequences(): SequenceState[]
  /** `checkpointPaths`: for its newest checkpoints. Throws `no-model-loaded`, `session-not-held`, `session-not-saved`. */
  saveSequence(conversationId: string, path: string, checkpointPaths: readonly string[]): Promise<SavedSequence>
  /** From files that were checked. Throws `no-model-loaded`, `session-not-restored`; then the conversation has no cells. */
  restoreSequence(request: RestoreRequest): Promise<{ tokens: number }>
  /** Tokens of a short text, as it is. Throws `no-model-loaded`. */
  countTokens(text: string): number
  /** Measures one task in contexts of its own; the chat's context goes first. Ends within one batch of an abort. */
  measure(task: BenchTask, signal: AbortSignal | undefined, onProgress: (share: number) => void): Promise<BenchResult>
  /** null where there is none. Cheap enough for a pointer that moves. */
  tokenAt(sequence: number, position: number): HeldToken | null
  /** How full the caches are now; cheap enough to be asked many times a second. */
  sampleCaches(): CacheSample[]
}
