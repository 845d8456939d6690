/** What dialects and the ledger know of the server: everything but HTTP. `EngineService` implements it. */
import type { CacheSample } from '../../core/contract/cache/cache'
import type { TierUse } from '../../core/contract/cache/prefixes'
import type { DecodeCounts, TokenPiece } from '../../core/contract/engine'
import type { Failure } from '../../core/contract/errors/errors'
import type { LoadedModel } from '../../core/contract/models/models'
import type { Remedy } from '../../core/contract/requests/requests'
import type { SamplingSettings } from '../../core/contract/settings/sampling'
import type { EmbeddingsRequest } from '../../core/serve/embeddings'
import type { ServedEvent } from '../../core/serve/served-event'
import type { ChatPrompt, ServedClient, ServedPrompt, ServedRequest } from '../../core/serve/served-request'
import type { Emitter } from '../../core/streams/emitter'

export interface ServedModel {
  /** What `/v1/models` lists: the name of the file without `.gguf`. */
  readonly id: string
  readonly path: string
  readonly loaded: LoadedModel
  readonly sizeBytes: number
  /** Per sequence. */
  readonly contextTokens: number
  readonly sequences: number
  /** In epoch ms. */
  readonly loadedAtMs: number
}

/** A request that the engine has or had. The ledger reads them. */
export interface ServedTurn {
  readonly id: string
  /** The engine keeps cells per conversation. */
  readonly conversationId: string
  /** As the engine gets it. */
  readonly request: ServedRequest
  /** What Headroom changed in the request. */
  readonly remedies: readonly Remedy[]
  readonly model: ServedModel
  /** In epoch ms, with fractions. */
  readonly receivedAtMs: number
}

/** The engine's ID for an answer. Each answer is a turn. */
export const turnIdOf = ({ id }: Pick<ServedTurn, 'id'>, answer: number): string => `${id}-${answer}`

export type ServeNews =
  | { readonly type: 'embedded'; readonly promptTokens: number; readonly ms: number }
  | { readonly type: 'received'; readonly turn: ServedTurn }
  | { readonly type: 'event'; readonly turn: ServedTurn; readonly event: ServedEvent; readonly atMs: number }
  /** Before the engine got anything. */
  | { readonly type: 'refused'; readonly client: ServedClient; readonly failure: Failure; readonly atMs: number }
  /** `failure` is null after a whole answer. `gone`: the client disconnected. */
  | { readonly type: 'ended'; readonly turn: ServedTurn; readonly failure: Failure | null; readonly gone: boolean; readonly atMs: number }

export interface RenderedPrompt {
  readonly text: string
  readonly tokens: readonly number[]
}

export interface RenderOptions {
  /** false: the prompt ends with the last message, and not with the beginning of an answer. */
  readonly addGenerationPrompt: boolean
}

export interface Embeddings {
  /** Of the inputs, in their order, each of length 1. */
  readonly vectors: readonly (readonly number[])[]
  /** Of all inputs, as the engine counted them. */
  readonly promptTokens: number
}

export interface TokenizeOptions {
  /** Whether BOS and EOS are added as the vocabulary says. */
  readonly addSpecial: boolean
  /** Whether names of control tokens in the text become control tokens. */
  readonly parseSpecial: boolean
}

export interface ServeQueue {
  readonly running: number
  readonly waiting: number
  readonly limit: number
}

/** A method that needs the engine throws `no-model-loaded`, `api-model-loading`, or `api-model-on-server` while the chat uses a server. */
export interface ServeService {
  readonly version: string
  readonly startedAtMs: number
  readonly news: Emitter<ServeNews>
  /** The loaded model; an empty list while no model is loaded. */
  models(): readonly ServedModel[]
  /** The model that answers a request for this one. null: any. Throws `api-model-unknown` if the user wants names checked. */
  model(id: string | null): ServedModel
  /** The model that has this name. Throws `api-model-unknown`. */
  modelNamed(id: string): ServedModel
  /** The settings of the loaded model, which requests override. */
  sampling(): SamplingSettings
  /** Of llama.cpp and Headroom. Begins with b, as llama-server's `build_info`. */
  build(): string
  /**
   * The first event is `prefill`; each answer ends with `finish`. Throws CodedError, usually before the first event. Ends the turns when
   * `signal` aborts or the consumer returns.
   */
  answer(request: ServedRequest, signal: AbortSignal): AsyncIterable<ServedEvent>
  /** With the chat template, as the engine would get it. Throws `template-failed`, `tools-refused`. */
  render(prompt: ChatPrompt, sampling: ServedRequest['sampling'], options?: RenderOptions): Promise<RenderedPrompt>
  /** How many tokens the prompt has. */
  countPrompt(prompt: ServedPrompt, sampling: ServedRequest['sampling']): Promise<number>
  tokenize(text: string, options: TokenizeOptions): Promise<readonly number[]>
  detokenize(tokens: readonly number[]): Promise<string>
  /** The text of each token. */
  pieces(tokens: readonly number[]): Promise<readonly TokenPiece[]>
  /** The tokens that end an answer. */
  endTokens(): Promise<readonly number[]>
  /** Throws `api-no-embeddings`, `api-input-too-long`, `api-field-refused` for `dimensions`, `api-queue-full`. */
  embed(request: EmbeddingsRequest, signal: AbortSignal): Promise<Embeddings>
  /** What the engine's sequences hold now. `turnId` is null while a sequence is idle. */
  slots(): Promise<readonly CacheSample[]>
  /** Of the running engine. */
  decodes(): Promise<DecodeCounts>
  /** What the prefix store has in each tier that this computer uses. */
  tiers(): Promise<readonly TierUse[]>
  queue(): ServeQueue
}
