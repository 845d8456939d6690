/**
 * Benchmark tasks and their results.
 * A task is small enough to be repeated, interleaved with others, and lost alone if the engine process dies. Measures: glossary in
 * ARCHITECTURE.md; speed as in llama-bench, quality as in llama-perplexity's `--kl-divergence`.
 */
import { z } from 'zod'
import { contextReport } from '../cache/cache'
import { turnMetrics } from '../chat/turn'
import { kvSettings } from '../settings/kv-settings'

const count = z.int().nonnegative()
const ms = z.number().nonnegative()
const share = z.number().min(0).max(1)

/** llama-bench's test: `prompt` tokens at once, then `generated` tokens one by one, after `depth` tokens in the cache. */
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
  /** Run the test once first, unmeasured. */
  warmUp: z.boolean(),
})

/** A turn as in a chat: template, prefill, sampling at temperature 0. */
export const answerTask = z.object({
  kind: z.literal('answer'),
  settings: kvSettings,
  prompt: z.string().min(1),
  maxTokens: z.int().min(1),
  /** Makes every setting write the same number of tokens. */
  ignoreEndOfText: z.boolean(),
})

/** `full`: the whole vocabulary; `head-and-tail`: the most likely tokens, plus the rest at a few positions to correct the means. */
export const readLogits = z.enum(['full', 'head-and-tail'])
export type ReadLogits = z.infer<typeof readLogits>

/** `reference` and `settings` decode the same text in lockstep; equal settings give exactly 0. */
export const qualityTask = z.object({
  kind: z.literal('quality'),
  reference: kvSettings,
  settings: kvSettings,
  text: z.string(),
  /** Tokens per chunk (`-c` of llama-perplexity); the second half is scored. */
  chunkTokens: z.int().min(8),
  /** null: all chunks of the text. */
  maxChunks: z.int().min(1).nullable(),
  /** true: `<|im_start|>` in the text is that token. Absent: plain characters, like llama-perplexity. */
  specialTokens: z.boolean().optional(),
  /** Absent: `full` for a small vocabulary, `head-and-tail` for a large one. */
  logits: readLogits.optional(),
})

/** Finds a number hidden in a long text. */
export const passkeyTask = z.object({
  kind: z.literal('passkey'),
  settings: kvSettings,
  /** Approximate. */
  promptTokens: z.int().min(32),
  /** Position of the number: 0 is the beginning, 1 the end. */
  depths: z.array(share).min(1),
  /** Different numbers per depth. */
  trials: z.int().min(1).max(100),
  seed: count,
})

/** Writes the same text with the cache, and again evaluating the whole sequence for every token. */
export const cachelessTask = z.object({
  kind: z.literal('cacheless'),
  settings: kvSettings,
  prompt: z.string().min(1),
  tokens: z.int().min(2),
})

export const compareTask = z.discriminatedUnion('kind', [speedTask, answerTask, qualityTask, passkeyTask, cachelessTask])
export type CompareTask = z.infer<typeof compareTask>
export type CompareTaskOf<Kind extends CompareTask['kind']> = Extract<CompareTask, { kind: Kind }>

/** The context of a measurement; for `quality` that of `settings`. */
const measuredOn = { context: contextReport, threads: count }

export const speedResult = z.object({
  kind: z.literal('speed'),
  ...measuredOn,
  /** Nanoseconds per repetition. llama-bench's `avg_ns`, `avg_ts` and their deviations follow from them. */
  samplesNs: z.array(z.number().positive()),
  /** All repetitions, in order; empty if no tokens are generated. */
  itlMs: z.array(ms),
})

export const answerResult = z.object({
  kind: z.literal('answer'),
  ...measuredOn,
  text: z.string(),
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
/** Standard error as in llama-perplexity. */
export const estimate = z.object({ value: z.number(), error: z.number().nonnegative() })

export const qualityResult = z.object({
  kind: z.literal('quality'),
  ...measuredOn,
  textTokens: count,
  chunks: count,
  /** chunks x (chunkTokens - 1 - floor(chunkTokens / 2)). */
  scoredTokens: count,
  perplexity: estimate,
  referencePerplexity: estimate,
  /** ln(perplexity / referencePerplexity); the error accounts for both reading the same tokens. */
  logPerplexityRatio: estimate,
  /** KL(reference || settings) in nats, over the scored positions. */
  divergence,
  meanDivergence: estimate,
  /** Share of positions where both put the same token first. */
  topAgreement: estimate,
  /** Root mean square of p(right token) under `settings` minus under the reference, 0 to 1. */
  rmsProbabilityChange: estimate,
  /** Including both contexts and the scoring. */
  tokensPerSecond: z.number().positive(),
  method: z.object({
    logits: readLogits,
    /** Positions whose whole vocabulary was read: all with `full`, few with `head-and-tail`. */
    fullPositions: count,
    /** Mean number of tokens read at the other positions; null with `full`. */
    headTokens: z.number().nonnegative().nullable(),
    /** Three standard errors of `divergence.mean` against all logits, in nats; 0 with `full`. */
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
  identical: z.boolean(),
  /** Index of a token; null: identical. */
  firstDifference: count.nullable(),
  text: z.string(),
})

export const compareResult = z.discriminatedUnion('kind', [speedResult, answerResult, qualityResult, passkeyResult, cachelessResult])
export type CompareResult = z.infer<typeof compareResult>
export type CompareResultOf<Kind extends CompareResult['kind']> = Extract<CompareResult, { kind: Kind }>

export const taskProgress = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), share }),
  z.object({ type: z.literal('done'), result: compareResult }),
])
export type TaskProgress = z.infer<typeof taskProgress>

/** Goodput is the share of turns within both limits (ITL: p90). */
export const goodputLimits = z.object({ ttftMs: ms, itlMs: ms })
export type GoodputLimits = z.infer<typeof goodputLimits>
