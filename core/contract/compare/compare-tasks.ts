/** Speed is measured as in llama-bench, quality as in llama-perplexity's `--kl-divergence`. */
import { z } from 'zod'
import { contextReport } from '../cache/cache'
import { turnMetrics } from '../chat/turn'
import { failureSchema } from '../errors/errors'
import { remoteTurn } from '../remote/remote-turn'
import { kvSettings } from '../settings/kv-settings'
import { mostSchemaPrompts, mostToolPrompts } from './compare-limits'
import { serverSetting } from './compare-variants'

const count = z.int().nonnegative()
const ms = z.number().nonnegative()
const share = z.number().min(0).max(1)

/** Evaluates `prompt` tokens at once, then `generated` tokens one by one, with `depth` tokens in the cache. */
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
  warmUp: z.boolean(),
})

/** Runs at temperature 0. */
export const answerTask = z.object({
  kind: z.literal('answer'),
  settings: kvSettings,
  prompt: z.string().min(1),
  maxTokens: z.int().min(1),
  ignoreEndOfText: z.boolean(),
})

/** `head-and-tail` compares only the most likely tokens and, at a few positions, also the rest, to correct the means. */
export const readLogits = z.enum(['full', 'head-and-tail'])
export type ReadLogits = z.infer<typeof readLogits>

/** Both settings decode the same text in lockstep. */
export const qualityTask = z.object({
  kind: z.literal('quality'),
  reference: kvSettings,
  settings: kvSettings,
  text: z.string(),
  /** llama-perplexity's `-c`. The second half of each chunk is scored. */
  chunkTokens: z.int().min(8),
  maxChunks: z.int().min(1).nullable(),
  /** True if text such as `<|im_start|>` becomes a special token. llama-perplexity reads it as characters. */
  specialTokens: z.boolean().optional(),
  logits: readLogits.optional(),
})

export const passkeyTask = z.object({
  kind: z.literal('passkey'),
  settings: kvSettings,
  /** Approximate. */
  promptTokens: z.int().min(32),
  /** If absent, as many as the engine's tokenizer needs for `promptTokens`. */
  sentences: count.optional(),
  /** From 0 (beginning) to 1 (end). */
  depths: z.array(share).min(1),
  trials: z.int().min(1).max(100),
  seed: count,
})

/** Asks for tool calls, from the suite in core/compare/suite. Runs at temperature 0. */
export const toolCallsTask = z.object({
  kind: z.literal('tool-calls'),
  settings: kvSettings,
  prompts: z.int().min(1).max(mostToolPrompts),
  seed: count,
})

/** Asks for JSON, from the same suite. */
export const schemasTask = z.object({
  kind: z.literal('schemas'),
  settings: kvSettings,
  prompts: z.int().min(1).max(mostSchemaPrompts),
  seed: count,
  /** True if a grammar binds the answers to their schemas. */
  withGrammar: z.boolean(),
})

/** Generates with the cache, then without it, evaluating the whole sequence for each token. */
export const cachelessTask = z.object({
  kind: z.literal('cacheless'),
  settings: kvSettings,
  prompt: z.string().min(1),
  tokens: z.int().min(2),
})

/** What a server is asked through its chat API. `sentences` of a passkey task must be given, because a server has no tokenizer. */
export const serverAsk = z.discriminatedUnion('kind', [
  answerTask.omit({ settings: true }),
  passkeyTask.omit({ settings: true }),
  toolCallsTask.omit({ settings: true }),
  schemasTask.omit({ settings: true }),
])
export type ServerAsk = z.infer<typeof serverAsk>
export type ServerAskOf<Kind extends ServerAsk['kind']> = Extract<ServerAsk, { kind: Kind }>

export const serverTask = z.object({ kind: z.literal('server'), server: serverSetting, ask: serverAsk })

export const compareTask = z.discriminatedUnion('kind', [
  speedTask,
  answerTask,
  qualityTask,
  passkeyTask,
  toolCallsTask,
  schemasTask,
  cachelessTask,
  serverTask,
])
export type CompareTask = z.infer<typeof compareTask>
/** A task of the engine on this machine. */
export type LocalTask = Exclude<CompareTask, { kind: 'server' }>
export type CompareTaskOf<Kind extends CompareTask['kind']> = Extract<CompareTask, { kind: Kind }>

const measuredOn = { context: contextReport, threads: count }
/** null on a server. */
const measuredAnywhere = {
  context: contextReport.nullable(),
  threads: count.nullable(),
  /** The server answered only the prompts before this failure. */
  endedBy: failureSchema.optional(),
}

export const speedResult = z.object({
  kind: z.literal('speed'),
  ...measuredOn,
  samplesNs: z.array(z.number().positive()),
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

/** An answer of a server, as it arrived here. */
export const serverAnswerResult = z.object({
  kind: z.literal('server-answer'),
  context: z.null(),
  threads: z.null(),
  text: z.string(),
  turn: remoteTurn,
  /** Between two pieces of text. */
  gapsMs: z.array(ms),
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
  /** ln(perplexity / referencePerplexity). */
  logPerplexityRatio: estimate,
  /** KL(reference || settings) in nats. */
  divergence,
  meanDivergence: estimate,
  topAgreement: estimate,
  /** RMS change of the actual token's probability, 0 to 1. */
  rmsProbabilityChange: estimate,
  tokensPerSecond: z.number().positive(),
  method: z.object({
    logits: readLogits,
    fullPositions: count,
    headTokens: z.number().nonnegative().nullable(),
    /** Three standard errors of `divergence.mean` as an estimate of the mean over all logits. In nats. 0 with `full`. */
    errorBound: z.number().nonnegative(),
  }),
})

export const passkeyResult = z.object({
  kind: z.literal('passkey'),
  ...measuredAnywhere,
  /** null if a server does not say. */
  promptTokens: count.nullable(),
  byDepth: z.array(z.object({ depth: share, found: count, trials: count })),
})

/** `arguments` is JSON with sorted keys, or what the model wrote if that is not JSON. */
const calledTool = z.object({ name: z.string(), arguments: z.string() })
export type CalledTool = z.infer<typeof calledTool>

/** Strings are compared without regard to case, white space around them, and a full stop or exclamation mark at the end. */
const toolAnswer = z.object({ prompt: z.string(), call: calledTool.nullable(), rightTool: z.boolean(), rightArguments: z.boolean() })
export type ToolAnswer = z.infer<typeof toolAnswer>

export const toolCallsResult = z.object({ kind: z.literal('tool-calls'), ...measuredAnywhere, answers: z.array(toolAnswer) })

/** `complete`: the model ended the answer, and it is JSON. `valid`: it also matches its schema. `right`: it also has the expected values. */
const jsonAnswer = z.object({ prompt: z.string(), complete: z.boolean(), valid: z.boolean(), right: z.boolean() })
export type JsonAnswer = z.infer<typeof jsonAnswer>

export const schemasResult = z.object({
  kind: z.literal('schemas'),
  ...measuredAnywhere,
  withGrammar: z.boolean(),
  answers: z.array(jsonAnswer),
})

export const cachelessResult = z.object({
  kind: z.literal('cacheless'),
  ...measuredOn,
  promptTokens: count,
  withCacheMs: z.array(ms),
  withoutCacheMs: z.array(ms),
  identical: z.boolean(),
  firstDifference: count.nullable(),
  text: z.string(),
})

export const compareResult = z.discriminatedUnion('kind', [
  speedResult,
  answerResult,
  qualityResult,
  passkeyResult,
  toolCallsResult,
  schemasResult,
  cachelessResult,
  serverAnswerResult,
])
export type CompareResult = z.infer<typeof compareResult>
export type CompareResultOf<Kind extends CompareResult['kind']> = Extract<CompareResult, { kind: Kind }>

export const taskProgress = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), share }),
  z.object({ type: z.literal('done'), result: compareResult }),
])
export type TaskProgress = z.infer<typeof taskProgress>

/** A turn must stay within both. The ITL limit applies to the turn's p90. */
export const goodputLimits = z.object({ ttftMs: ms, itlMs: ms })
export type GoodputLimits = z.infer<typeof goodputLimits>
