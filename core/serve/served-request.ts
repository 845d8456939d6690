/** What a request of any dialect becomes before the engine gets it. */
import type { ToolDefinition } from '../contract/chat/tools'
import type { PromptMessage } from '../contract/chat/turn'
import type { SamplingSettings } from '../contract/settings/sampling'

export const servedDialects = ['openai', 'responses', 'anthropic', 'ollama', 'llama.cpp'] as const
export type ServedDialect = (typeof servedDialects)[number]

export interface ServedClient {
  /** Different for each request of a server. */
  readonly call?: number
  readonly dialect: ServedDialect
  /** The path, such as `/v1/chat/completions`. */
  readonly endpoint: string
  /** '' if the client sends none. */
  readonly userAgent: string
  /** The name of the key that the client used. null if the server takes requests without a key. */
  readonly keyName: string | null
  /** What the client calls its user, such as OpenAI's `user`. */
  readonly user?: string | undefined
}

export interface ChatPrompt {
  readonly kind: 'chat'
  /** Oldest first. The engine continues the last message if the assistant wrote it. Build them with `servedMessage`. */
  readonly messages: readonly PromptMessage[]
  readonly tools: readonly ToolDefinition[]
}

export type ServedPrompt =
  | ChatPrompt
  /** No chat template: the model continues the text. Names of control tokens become control tokens, as in llama-server. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tokens'; readonly tokens: readonly number[] }

export interface ServedRequest {
  readonly client: ServedClient
  /** null: the model that is loaded. */
  readonly model: string | null
  readonly prompt: ServedPrompt
  /** What the request sets. The rest comes from the settings of the model. */
  readonly sampling: Partial<SamplingSettings>
  /** OpenAI's `n`. */
  readonly answers: number
  /** How many of the likeliest tokens come with each token. 0: only the token's own logprob. null: no logprobs. */
  readonly topLogprobs: number | null
  /** With `topLogprobs`: the tokens of the prompt have logprobs, too. The cache takes no part. `only`: there is no answer. */
  readonly promptLogprobs?: 'only' | 'with-answer' | undefined
  /** With `topLogprobs`: the probabilities after all samplers, llama-server's `post_sampling_probs`. */
  readonly postSamplingProbs?: boolean | undefined
  /** llama-server's `t_max_predict_ms`. */
  readonly mostPredictMs?: number | undefined
  /** How many cells the prompt and the answer may use, Ollama's `num_ctx`. undefined: the whole context. */
  readonly contextTokens?: number | undefined
  /** Whether the client asks the cache to keep this prompt, for example with Anthropic's `cache_control`. */
  readonly pinned?: boolean | undefined
  /** false: the prompt takes nothing from the cache and leaves nothing in it, llama-server's `cache_prompt`. */
  readonly usesCache?: boolean | undefined
  /** The sequence that the first answer takes, llama-server's `id_slot`. undefined: any. */
  readonly slot?: number | undefined
}

export const mostTopLogprobs = 20
