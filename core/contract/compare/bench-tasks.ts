/**
 * What the engine measures, one task at a time, and what comes out.
 *
 * A task is small enough to be repeated, interleaved with others, and lost without losing the rest: the engine
 * process may die in it. Definitions of the measures: design.md, "Words and measures"; llama-bench's tests for
 * speed, llama-perplexity's `--kl-divergence` for quality.
 */
import { z } from 'zod'
import { contextReport } from '../cache/cache'
import { turnMetrics } from '../chat/turn'
import { kvSettings } from '../settings/kv-settings'

const count = z.int().nonnegative()
const ms = z.number().nonnegative()
const share = z.number().min(0).max(1)

/** llama-bench's test: `prompt` tokens processed at once, then `generated` tokens one by one, with `depth` tokens in the cache before. */
export const speedTest = z
  .object({ prompt: count, generated: count, depth: count })
  .refine(({ prompt, generated }) => prompt + generated > 0, {
    message: 'a test that measures nothing',
  })
export type SpeedTest = z.infer<typeof speedTest>

export const speedTask = z.object({
  kind: z.literal('speed'),
  settings: kvSettings,
  test: speedTest,
  repetitions: z.int().min(1).max(1000),
  /** Run once before, without counting. */
  warmUp: z.boolean(),
})

/** A real turn, as a chat would have it: template, prefill, sampling at temperature 0. */
export const answerTask = z.object({
  kind: z.literal('answer'),
  settings: kvSettings,
  prompt: z.string().min(1),
  maxTokens: z.int().min(1),
  /** Go on past an end of text, so that every setting writes the same number of tokens. */
  ignoreEndOfText: z.boolean(),
})

/** `full`: every token of the vocabulary; `head-and-tail`: the likeliest ones, and at a few positions the others too, which correct the means. */
export const readLogits = z.enum(['full', 'head-and-tail'])
export type ReadLogits = z.infer<typeof readLogits>

/** `reference` and `settings` decode the same text in lockstep; equal settings give exactly 0. */
export const qualityTask = z.object({
  kind: z.literal('quality'),
  reference: kvSettings,
  settings: kvSettings,
  text: z.string(),
  /** Tokens of a chunk (`-c` of llama-perplexity); its second half is scored. */
  chunkTokens: z.int().min(8),
  /** At most so many chunks; null: all that the text has. */
  maxChunks: z.int().min(1).nullable(),
  /** `<|im_start|>` in the text is that token. Left out: it is read as the characters that it is written with, as llama-perplexity does. */
  specialTokens: z.boolean().optional(),
  /** How much of each distribution is read. Left out: `full` for a small vocabulary, `head-and-tail` for a large one. */
  logits: readLogits.optional(),
})

/** Finds a number that stands somewhere in a long text. */
export const passkeyTask = z.object({
  kind: z.literal('passkey'),
  settings: kvSettings,
  /** Tokens of the whole prompt, about. */
  promptTokens: z.int().min(32),
  /** Where the number stands: 0 at the beginning, 1 at the end. */
  depths: z.array(share).min(1),
  /** Different numbers for each depth. */
  trials: z.int().min(1).max(100),
  seed: count,
})

/** The same text once with the cache, once by reading the whole sequence again for every token. */
export const cachelessTask = z.object({
  kind: z.literal('cacheless'),
  settings: kvSettings,
  prompt: z.string().min(1),
  tokens: z.int().min(2),
})

export const benchTask = z.discriminatedUnion('kind', [speedTask, answerTask, qualityTask, passkeyTask, cachelessTask])
export type BenchTask = z.infer<typeof benchTask>
export type BenchTaskOf<Kind extends BenchTask['kind']> = Extract<BenchTask, { kind: Kind }>

/** Every result says on what context it was measured; `quality` on the one of `settings`. */
const measuredOn = { context: contextReport, threads: count }

export const speedResult = z.object({
  kind: z.literal('speed'),
  ...measuredOn,
  /** Nanoseconds of each repetition, in order. llama-bench's `avg_ns`, `avg_ts` and their deviations follow from these. */
  samplesNs: z.array(z.number().positive()),
  /** Gaps between generated tokens of all repetitions, in order; empty without generated tokens. */
  itlMs: z.array(ms),
})

export const answerResult = z.object({
  kind: z.literal('answer'),
  ...measuredOn,
  text: z.string(),
  /** The answer's tokens: id and text, so that two answers can be laid side by side. */
  tokens: z.array(z.object({ id: count, text: z.string() })),
  metrics: turnMetrics,
  itlMs: z.array(ms),
})

export const divergence = z.object({
  mean: z.number(),
  median: z.number(),
  p90: z.number(),
  p99: z.number(),
  p999: z.number(),
  max: z.number(),
})
/** A mean with the standard error that llama-perplexity prints beside it. */
export const estimate = z.object({ value: z.number(), error: z.number().nonnegative() })

export const qualityResult = z.object({
  kind: z.literal('quality'),
  ...measuredOn,
  textTokens: count,
  chunks: count,
  /** Positions that were scored: chunks x (chunkTokens - 1 - floor(chunkTokens / 2)). */
  scoredTokens: count,
  perplexity: estimate,
  referencePerplexity: estimate,
  /** ln(perplexity / referencePerplexity); its error knows that both read the same tokens. */
  logPerplexityRatio: estimate,
  /** KL(reference || settings) in nats, over the scored positions. */
  divergence,
  meanDivergence: estimate,
  /** Positions where both put the same token first. */
  topAgreement: estimate,
  /** Root mean square of p(right token) under settings minus under reference, 0 to 1. */
  rmsProbabilityChange: estimate,
  /** Tokens of the text per second, through both contexts and the scoring. */
  tokensPerSecond: z.number().positive(),
  method: z.object({
    logits: readLogits,
    /** Positions whose whole vocabulary was read: all with `full`; with `head-and-tail` a few, which correct `divergence.mean`. */
    fullPositions: count,
    /** Tokens of the vocabulary that were read at the other positions, mean; null with `full`. */
    headTokens: z.number().nonnegative().nullable(),
    /** How far `divergence.mean` may be from that of all logits, in nats (three standard errors); 0 with `full`. */
    errorBound: z.number().nonnegative(),
  }),
})

export const passkeyResult = z.object({
  kind: z.literal('passkey'),
  ...measuredOn,
  promptTokens: count,
  byDepth: z.array(z.object({ depth: share, found: count, trials: count })),
})

export const cachelessResult = z.object({
  kind: z.literal('cacheless'),
  ...measuredOn,
  promptTokens: count,
  /** Milliseconds per generated token, at length promptTokens + index. */
  withCacheMs: z.array(ms),
  withoutCacheMs: z.array(ms),
  /** Both ways wrote the same tokens. */
  identical: z.boolean(),
  /** The first token that differs; null: none. */
  firstDifference: count.nullable(),
  text: z.string(),
})

export const benchResult = z.discriminatedUnion('kind', [speedResult, answerResult, qualityResult, passkeyResult, cachelessResult])
export type BenchResult = z.infer<typeof benchResult>
export type BenchResultOf<Kind extends BenchResult['kind']> = Extract<BenchResult, { kind: Kind }>

export const taskProgress = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), share }),
  z.object({ type: z.literal('done'), result: benchResult }),
])
export type TaskProgress = z.infer<typeof taskProgress>

/** TTFT and ITL that a user calls good; goodput is the share of turns that meet both (ITL: their p90). */
export const goodputLimits = z.object({ ttftMs: ms, itlMs: ms })
export type GoodputLimits = z.infer<typeof goodputLimits>
