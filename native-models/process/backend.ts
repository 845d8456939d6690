import type { CacheSample, CellSpan, ContextReport, HeldToken } from '../../core/contract/cache/cache'
import type { HeldPrompt } from '../../core/contract/cache/held-prompt'
import type { CacheStore, SavedPrefix } from '../../core/contract/cache/prefixes'
import type { RestoreRequest, SavedSequence, SequenceState } from '../../core/contract/cache/sessions'
import type { PromptSettings } from '../../core/contract/chat/tools'
import type {
  PrefixRequest,
  ProcessedPrefix,
  PromptMessage,
  RawPrompt,
  ReusePreview,
  ReusePreviewRequest,
  SavedPrefixQuestion,
  TurnRequest,
} from '../../core/contract/chat/turn'
import type { CompareResult, CompareTask } from '../../core/contract/compare/compare-tasks'
import type { DecodeCounts, Embedding, LoadProgress, ShortText, TokenPiece } from '../../core/contract/engine'
import type { DraftReport } from '../../core/contract/models/draft'
import type { EngineInfo } from '../../core/contract/models/models'
import type { ServerConnection } from '../../core/contract/remote/connection'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import type { GpuBackend } from '../../core/contract/settings/kv-types'
import type { OverflowPreview, OverflowRequest } from '../../core/contract/settings/overflow'
import type { TurnLog } from './turn-log'

export interface AnswerHandle {
  readonly log: TurnLog
  readonly signal: AbortSignal
  /** Aborts when the model has to end its reasoning. */
  readonly reasoningEnds?: AbortSignal
}

export type PromptRequest = Omit<TurnRequest, 'turnId'>

export interface ContextRequest {
  readonly settings: KvSettings
  readonly contextTokens: number
  readonly predictedBytes: number | null
}

export interface RenderedPrompt {
  readonly text: string
  readonly tokens: number[]
  readonly spans: CellSpan[]
}

/** Throw `no-model-loaded`, `token-unknown`; `render` also `template-failed`, `tools-refused`. */
export interface PromptReader {
  tokenize(text: string, addSpecial: boolean, parseSpecial: boolean): number[]
  /** `pieces` has the text of each token. */
  detokenize(tokens: readonly number[]): { text: string; pieces: TokenPiece[] }
  endTokens(): readonly number[]
  render(request: Pick<TurnRequest, 'messages' | 'raw'>, settings: PromptSettings): RenderedPrompt
}

/** Copies are in the engine's memory. */
export interface PrefixKeeper {
  /** The budget of copies, for this context and later ones. */
  limitCopies(bytes: number): Promise<void>
  copiedTokens(conversationId: string): number
  /** Throws `no-model-loaded`, `prefix-not-found`. */
  warmPrefix(prefixId: string): Promise<{ tokens: number; ms: number }>
  /** Throws `no-model-loaded`, `prefix-not-found`. */
  removePrefix(prefixId: string): Promise<void>
  /** In the background. Throws `no-model-loaded`, `template-failed`, `tools-refused`, `prompt-too-long`, `prefix-too-short`. */
  processPrefix(request: PrefixRequest, signal: AbortSignal | undefined): Promise<ProcessedPrefix>
}

/** Throws expected failures as CodedError. */
export interface EngineBackend {
  start(gpuBackend: GpuBackend): Promise<EngineInfo>
  loadModel(
    path: string,
    gpuLayers: number | 'auto',
    signal: AbortSignal | undefined,
    onProgress: (share: number) => void,
    /** Replaces the file's template. '' selects a built-in template. */
    chatTemplate?: string | null,
  ): Promise<Extract<LoadProgress, { type: 'loaded' }>['model']>
  /** Only the remote engine has it. */
  connectServer?(connection: ServerConnection): Promise<void>
  createContext(request: ContextRequest): Promise<ContextReport>
  /**
   * The draft model is used until the context ends. Throws `no-model-loaded`, `draft-refused`, `draft-larger-than-memory`,
   * `draft-load-failed`.
   */
  loadDraft(path: string, gpuLayers: number | 'auto'): Promise<DraftReport>
  unloadDraft(): Promise<void>
  unload(): Promise<void>
  /** Resolves when all logs have ended. Rejects if the answers can't begin or continue. */
  answer(request: PromptRequest, answers: readonly AnswerHandle[]): Promise<void>
  /** Throws `no-model-loaded`. */
  assertReady(): void
  /** Throws `no-model-loaded`, and `answers-refused` if the context has fewer sequences. */
  assertSequences(answers: number): void
  /** Throws `no-model-loaded`, `template-failed`. */
  previewReuse(request: ReusePreviewRequest): Promise<ReusePreview>
  /** Throws `no-model-loaded`, `template-failed`, `overflow-refused`, `overflow-no-room`. */
  previewOverflow(messages: readonly PromptMessage[], settings: PromptSettings, overflow: OverflowRequest): Promise<OverflowPreview>
  forget(conversationId: string): Promise<void>
  /** Throws `no-model-loaded`. */
  sequences(): SequenceState[]
  /** `checkpointPaths` are for the newest checkpoints. Throws `no-model-loaded`, `session-not-held`, `session-not-saved`. */
  saveSequence(conversationId: string, path: string, checkpointPaths: readonly string[]): Promise<SavedSequence>
  /** The caller must check the files. Throws `no-model-loaded`, `session-not-restored`. After the latter, the conversation has no cells. */
  restoreSequence(request: RestoreRequest): Promise<{ tokens: number }>
  /** `saved` are the files for this context. Throws `no-model-loaded`. */
  prefixes(saved: readonly SavedPrefix[]): Promise<CacheStore>
  /** Returns the id of the file that the prompt should restore, or null. Throws `no-model-loaded`, `template-failed`. */
  findSaved(question: SavedPrefixQuestion): Promise<string | null>
  /** Only engines on this machine have it. */
  readonly prefixKeeper?: PrefixKeeper
  /** Does not apply the chat template. Throws `no-model-loaded`. */
  countTokens(text: string): number
  /** Disposes of the chat's context. If aborted, stops within one batch. */
  measure(task: CompareTask, signal: AbortSignal | undefined, onProgress: (share: number) => void): Promise<CompareResult>
  /** Only engines on this machine have it. */
  readonly prompts?: PromptReader
  /**
   * Only engines on this machine have it. If aborted, stops within one batch. Throws `no-model-loaded`, `token-unknown`, `api-no-embeddings`,
   * `api-field-refused`, `api-input-too-long`, `settings-refused`, `context-larger-than-memory`, `context-failed`, `generation-failed`.
   */
  embed?(input: RawPrompt, signal: AbortSignal | undefined): Promise<Embedding>
  /**
   * In the background. Only engines on this machine have it. Throws `no-model-loaded`, `template-failed`, `prompt-too-long`,
   * `settings-refused`, `context-larger-than-memory`, `context-failed`.
   */
  writeShort?(messages: readonly PromptMessage[], signal: AbortSignal | undefined): Promise<ShortText>
  /** Only engines on this machine count. */
  readonly decodes?: DecodeCounts
  /** What the sequence of this turn holds. null if another turn has used the sequence since. */
  heldPrompt(turnId: string): HeldPrompt | null
  /** Without the tokens after the end of the sequence. */
  tokensAt(sequence: number, from: number, to: number): HeldToken[]
  /** Called many times a second. */
  sampleCaches(): CacheSample[]
}
