/** The server gives it in `field`. */
export interface Reported {
  readonly kind: 'reported'
  readonly value: number
  readonly field: string
}

/** A figure of a server, with its source. */
export type Figure =
  /** Headroom measured it at the client. */
  | { readonly kind: 'measured'; readonly value: number }
  | Reported
  /** Calculated from reported or measured values. */
  | { readonly kind: 'derived'; readonly value: number; readonly formula: FigureFormula }
  | { readonly kind: 'none'; readonly reason: MissingReason }

export const figureFormulas = [
  /** n_prompt_tokens / n_ctx of llama-server's only slot. */
  'slot-tokens-over-context',
  /** Σ n_prompt_tokens / (n_ctx × slots) of llama-server's /slots. A lower bound: see `boundOf`. */
  'slot-tokens-over-slot-cells',
  /** Σ n_prompt_tokens of llama-server's /slots. */
  'sum-of-slot-tokens',
  /** n_ctx × slots. An upper bound: see `boundOf`. */
  'context-times-slots',
  /** num_gpu_blocks × block_size of vLLM's cache_config_info. */
  'blocks-times-block-size',
  /** Cached tokens / all prompt tokens, between two readings of the server's counters. */
  'cached-over-prompt-tokens',
  /** Difference of two readings of a counter / time between them. */
  'counter-difference-over-time',
  /** num_used_tokens / max_total_num_tokens. */
  'used-over-total-tokens',
  /** Prompt tokens - cached tokens. */
  'prompt-minus-cached-tokens',
  /** Time to first token at the client - the server's prompt time. */
  'ttft-minus-prompt-time',
  /** Time from the first to the last piece at the client / (output tokens - 1). */
  'client-time-over-later-tokens',
  /** (Output tokens - 1) / time from the first to the last piece at the client. */
  'later-tokens-over-client-time',
  /** Output tokens / the server's time for the output. */
  'output-tokens-over-output-time',
  /** (Prompt tokens - cached tokens) / time to first token at the client. */
  'processed-tokens-over-ttft',
  /** Prompt tokens / time to first token at the client, for a prompt that no cache has. */
  'prompt-tokens-over-ttft',
] as const
export type FigureFormula = (typeof figureFormulas)[number]

export const missingReasons = [
  /** This kind of server never gives it. */
  'not-given',
  /** The server can give it, but was started without the option. */
  'switched-off',
  /** The server gave something that cannot be such a figure. */
  'unusable',
  /** It needs two readings without a restart between them. */
  'too-few-readings',
  /** Too little text arrived, or all of it at once. */
  'too-short',
  /** The last request for the figure failed. */
  'not-read',
] as const
export type MissingReason = (typeof missingReasons)[number]

/**
 * Without --parallel, llama-server's slots share n_ctx cells (v0.4.0), but it does not say so. Then n_ctx × slots is more than there is, and
 * its used share is less. null for formulas that give the value itself.
 */
export const boundOf = (figure: Figure): 'at-most' | 'at-least' | null => {
  if (figure.kind !== 'derived') return null
  if (figure.formula === 'context-times-slots') return 'at-most'
  return figure.formula === 'slot-tokens-over-slot-cells' ? 'at-least' : null
}

export const measured = (value: number): Figure => ({ kind: 'measured', value })
export const reported = (value: number, field: string): Reported => ({ kind: 'reported', value, field })
export const derived = (value: number, formula: FigureFormula): Figure => ({ kind: 'derived', value, formula })
export const none = (reason: MissingReason): Figure => ({ kind: 'none', reason })
export const figureValue = (figure: Figure): number | null => (figure.kind === 'none' ? null : figure.value)
