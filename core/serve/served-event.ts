/** What the stream of any dialect is made of. Refusals and failures are thrown as CodedError instead. */
import type { TokenLogprob } from '../contract/chat/logprobs'
import type { StopReason, TurnMetrics } from '../contract/chat/turn'

export interface PrefillProgress {
  readonly promptTokens: number
  /** Prompt tokens that the cache has. */
  readonly cachedTokens: number
  /** New prompt tokens so far. */
  readonly processedTokens: number
  /** Since the request arrived. */
  readonly ms: number
}

export interface ServedUsage {
  readonly promptTokens: number
  readonly cachedTokens: number
  /** `promptTokens` minus `cachedTokens`. */
  readonly processedTokens: number
  readonly outputTokens: number
  /** Also counted in `outputTokens`. */
  readonly reasoningTokens: number
}

interface OfAnswer {
  /** From 0. Less than the request's `answers`. */
  readonly answer: number
}

/** A piece of the answer, as one update of the engine reported it. `outputTokens` counts from the start of the answer. */
export interface ServedText extends OfAnswer {
  readonly type: 'text' | 'reasoning'
  readonly text: string
  readonly outputTokens: number
}

/** The first event of a call has `id` and `name`; the arguments are JSON text and arrive in pieces. */
export interface ServedCallDelta extends OfAnswer {
  readonly type: 'tool-call'
  /** From 0, per answer. */
  readonly call: number
  readonly id: string
  readonly name: string
  readonly arguments: string
  readonly isFirst: boolean
  readonly outputTokens: number
}

/** Only if the request asks for logprobs. One entry per token, in order, and before the text of these tokens. */
export interface ServedLogprobs extends OfAnswer {
  readonly type: 'logprobs'
  readonly tokens: readonly TokenLogprob[]
}

export interface ServedFinish extends OfAnswer {
  readonly type: 'finish'
  readonly stopReason: StopReason
  /** The stop string that ended the answer. null for other reasons. */
  readonly stopText: string | null
  /** How many calls the answer consists of. */
  readonly calls: number
  readonly usage: ServedUsage
  /** What the engine measured. */
  readonly metrics: TurnMetrics
  /** Between the tokens of the answer. */
  readonly gapsMs?: readonly number[]
  /** The engine's sequence that wrote the answer. null if it is unknown. */
  readonly slot: number | null
}

export type ServedEvent =
  /** The first event is always of this type. It comes when the prompt is tokenized and a slot has taken the request. */
  ({ readonly type: 'prefill' } & PrefillProgress) | ServedText | ServedCallDelta | ServedLogprobs | ServedFinish
