import type { Figure } from './figure'

export const serverKinds = ['llama-server', 'vllm', 'sglang', 'ollama', 'lm-studio', 'openai'] as const
/** `openai`: any other server with OpenAI's API. */
export type ServerKind = (typeof serverKinds)[number]

/** Other servers begin another answer after the assistant's message. */
export const continuesAnswers = (kind: ServerKind): boolean => kind === 'llama-server'

/** llama-server names a model without an alias after the path of its file. */
export const shownModelName = (id: string): string => /([^/\\]+)\.gguf$/i.exec(id)?.[1] ?? id

export interface ServerAddress {
  /** Without a path of the API: `http://localhost:8080`. */
  readonly url: string
  readonly key: string | null
}

export interface RemoteModel {
  readonly id: string
  /** null if the server does not say. */
  readonly contextTokens: number | null
  readonly state: 'loaded' | 'loading' | 'unloaded' | null
  /** Whether it takes images. Absent if the list does not say. */
  readonly images?: boolean | undefined
}

/** What a server says about itself. null where it does not say. */
export interface ServerFacts {
  readonly kind: ServerKind
  readonly version: string | null
  /** A llama-server that starts one llama-server per model. */
  readonly isRouter?: boolean | undefined
  readonly models: readonly RemoteModel[]
  /** Sequences that are decoded at the same time. */
  readonly slots: number | null
  readonly chatTemplate: string | null
  readonly abilities: ServerAbilities
}

/** null: unknown until a request is tried. */
export interface ServerAbilities {
  readonly tools: boolean | null
  readonly reasoning: boolean | null
  readonly schema: boolean | null
  readonly images: boolean | null
  readonly logprobs: boolean | null
  readonly cachedTokens: boolean | null
  readonly metrics: boolean
  readonly slots: boolean
}

/** Whether a model of the server takes images. null: unknown until a request is tried. */
export const takesImages = ({ models, abilities }: ServerFacts, model: string): boolean | null =>
  models.find(({ id }) => id === model)?.images ?? abilities.images

export interface SlotStatus {
  readonly id: number
  readonly isProcessing: boolean
  readonly contextTokens: number | null
  readonly promptTokens: number | null
  readonly cachedTokens: number | null
  readonly decodedTokens: number | null
}

/** One reading of a server's state. */
export interface ServerStatus {
  /** performance.now() */
  readonly atMs: number
  /** 0 to 1. */
  readonly occupancy: Figure
  readonly usedTokens: Figure
  readonly totalTokens: Figure
  readonly running: Figure
  readonly waiting: Figure
  /** 0 to 1. */
  readonly prefixHits: Figure
  readonly preemptions: Figure
  readonly generatedPerSecond: Figure
  readonly slots: readonly SlotStatus[] | null
  /** A counter is lower than in the reading before. */
  readonly restarted: boolean
}
