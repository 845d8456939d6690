import type { Reported } from './figure'

/** What a server streams, in one form for every kind. `atMs`: performance.now() when the piece arrived. */
export type StreamEvent =
  | { readonly type: 'text' | 'reasoning'; readonly text: string; readonly atMs: number }
  | {
      readonly type: 'tool-call'
      readonly index: number
      readonly id: string | null
      readonly name: string | null
      /** A piece of the arguments. */
      readonly arguments: string
      readonly atMs: number
    }
  /** Tokens of the prompt. */
  | { readonly type: 'progress'; readonly total: number; readonly cached: number; readonly processed: number; readonly atMs: number }
  /** The logprobs of the tokens in the text before it. Only if the request asks for them. */
  | { readonly type: 'logprobs'; readonly tokens: readonly TokenLogprobs[]; readonly atMs: number }
  | { readonly type: 'usage'; readonly usage: ReportedUsage; readonly atMs: number }
  | { readonly type: 'finish'; readonly reason: FinishReason; readonly atMs: number }

export type FinishReason = 'stop' | 'length' | 'tool-calls' | 'other'

/** With the server's names of the fields. null where it does not say. Times in ms. */
export interface ReportedUsage {
  readonly promptTokens: Reported | null
  readonly cachedTokens: Reported | null
  readonly outputTokens: Reported | null
  readonly reasoningTokens: Reported | null
  readonly promptMs: Reported | null
  readonly outputMs: Reported | null
  readonly drafted: Reported | null
  readonly accepted: Reported | null
}

export interface TokenLogprobs {
  readonly token: string
  /** Natural logarithm. */
  readonly logprob: number
  /** The most probable tokens, which may include this one. */
  readonly alternatives: readonly { readonly token: string; readonly logprob: number }[]
}

export interface RemoteTool {
  readonly name: string
  readonly description: string
  /** JSON Schema. */
  readonly parameters: unknown
}

export type RemoteMessage =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string; readonly images?: readonly RemoteImage[] }
  | { readonly role: 'assistant'; readonly text: string; readonly reasoning: string | null; readonly calls: readonly RemoteCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly text: string }

export interface RemoteImage {
  readonly mediaType: string
  readonly base64: string
}

export interface RemoteCall {
  readonly id: string
  readonly name: string
  /** JSON. */
  readonly arguments: string
}

export interface ChatRequest {
  readonly model: string
  readonly messages: readonly RemoteMessage[]
  readonly tools: readonly RemoteTool[]
  readonly toolChoice: 'auto' | 'none' | 'required' | { readonly name: string }
  readonly maxTokens: number | null
  /** Only the fields that the user set. Each one means what it means in OpenAI's API or in llama.cpp. */
  readonly sampling: RemoteSampling
  /** JSON Schema that the answer must match. */
  readonly schema: unknown
  readonly thinking: boolean | null
  readonly effort: string | null
  /** Ollama loads the model with this context. If absent, Ollama chooses the context. */
  readonly contextTokens?: number | null
  /** The server gives its figures only at the end. For load tests: figures after each token cost it time. */
  readonly isQuiet?: boolean
  /** Servers that support it continue after the end of text. */
  readonly ignoreEndOfText: boolean
  /** The number of alternatives per token, 0 for none. */
  readonly topLogprobs: number
}

export interface RemoteSampling {
  readonly temperature: number | null
  readonly topP: number | null
  readonly topK: number | null
  readonly minP: number | null
  readonly seed: number | null
  readonly stop: readonly string[]
  readonly frequencyPenalty: number | null
  readonly presencePenalty: number | null
}
