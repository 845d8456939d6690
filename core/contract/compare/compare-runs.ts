import { z } from 'zod'
import { failureSchema } from '../errors/errors'
import { engineInfo } from '../models/models'
import { kvSettings } from '../settings/kv-settings'
import {
  bundledTexts,
  compareParts,
  compareTextCharacters,
  compareTitleCharacters,
  mostNewWords,
  mostSchemaPrompts,
  mostToolPrompts,
} from './compare-limits'
import { compareResult, compareTask, goodputLimits, speedTest } from './compare-tasks'
import { compareVariant } from './compare-variants'

const count = z.int().nonnegative()

export const compareText = z.discriminatedUnion('source', [
  z.object({ source: z.literal('bundled'), name: z.string() }),
  z.object({ source: z.literal('own'), name: z.string(), text: z.string().max(compareTextCharacters) }),
  /** `read` returns this instead of `own`. */
  z.object({ source: z.literal('run'), runId: z.string(), name: z.string() }),
])
export type CompareText = z.infer<typeof compareText>

/** Compared with the reference. null means no limit. */
export const accuracyLimits = z.object({
  /** Mean KL divergence, in nats. */
  maxNats: z.number().nonnegative().nullable(),
  /** Share of passkeys found with the reference, minus the share found with the setting. */
  maxRecallLoss: z.number().min(0).max(1).nullable(),
})
export type AccuracyLimits = z.infer<typeof accuracyLimits>

/** A search adds settings as it runs, to find the cheapest K and V types within the limits. */
export const accuracyGate = accuracyLimits.extend({ isSearch: z.boolean() })
export type AccuracyGate = z.infer<typeof accuracyGate>

/** Parts that are null do not run. At most `mostCells` cells. */
export const comparePlan = z.object({
  /** '' if all settings are on servers. */
  modelId: z.string(),
  title: z.string().max(compareTitleCharacters),
  /** The first is the reference. Each context is as long as its task needs. */
  variants: z.array(compareVariant).min(1),
  speed: z.object({ tests: z.array(speedTest).min(1), repetitions: z.int().min(1).max(1000), warmUp: z.boolean() }).nullable(),
  latency: z
    .object({
      prompt: z.string().min(1),
      outputTokens: z.int().min(2).max(100_000),
      turns: z.int().min(1).max(1000),
      limits: goodputLimits,
      /** Words before the prompt that are new in each turn, so that no cache has them. A server needs at least one. */
      newWords: count.max(mostNewWords).optional(),
      /** The seed of the new words. It is chosen when the run begins, because a server may still have the prompts of an earlier run. */
      seed: count.optional(),
    })
    .nullable(),
  quality: z
    .object({
      text: compareText,
      chunkTokens: z.int().min(8),
      maxChunks: z.int().min(1).nullable(),
      specialTokens: z.boolean().optional(),
    })
    .nullable(),
  passkey: z
    .object({ promptTokens: z.int().min(32), depths: z.array(z.number().min(0).max(1)).min(1), trials: z.int().min(1).max(100) })
    .nullable(),
  answers: z.object({ prompts: z.array(z.string().min(1)).min(1).max(20), maxTokens: z.int().min(1) }).nullable(),
  cacheless: z.object({ prompt: z.string().min(1), tokens: z.int().min(2) }).nullable(),
  /** Like `schemas`, absent in runs of older versions. */
  toolCalls: z
    .object({ prompts: z.int().min(1).max(mostToolPrompts) })
    .nullable()
    .optional(),
  /** Measured without and with a grammar. */
  schemas: z
    .object({ prompts: z.int().min(1).max(mostSchemaPrompts) })
    .nullable()
    .optional(),
  gate: accuracyGate.nullable().optional(),
})
export type ComparePlan = z.infer<typeof comparePlan>

export const comparePart = z.enum(compareParts)

export const compareCell = z.object({
  index: count,
  variant: count,
  part: comparePart,
  /** Index of the speed test, turn or prompt; for `schemas`, 1 with a grammar. 0 for other tasks. */
  item: count,
  /** The text of a `quality` task is '', because the plan has it. */
  task: compareTask,
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  predictedBytes: count.nullable(),
  /** Until the cell is `done`, covers only the repetitions so far. */
  result: compareResult.nullable(),
  failure: failureSchema.nullable(),
})
export type CompareCell = z.infer<typeof compareCell>

export const compareMachine = z.object({
  /** '' if unknown. */
  cpu: z.string(),
  cores: count,
  memoryBytes: count,
  platform: z.string(),
  gpus: z.array(z.string()),
})
export type CompareMachine = z.infer<typeof compareMachine>
export const comparedModel = z.object({
  id: z.string(),
  name: z.string(),
  fileName: z.string(),
  architecture: z.string(),
  /** llama-bench's `model_type`. */
  description: z.string(),
  sizeBytes: count,
  parameters: count,
  vocabularyTokens: count,
  /** Hash from main/sessions/model-hash.ts. Absent in runs of older versions and of the command line. */
  fingerprint: z.string().optional(),
})
export type ComparedModel = z.infer<typeof comparedModel>

export const runState = z.enum([
  'running',
  /** During the pause, the chat's model is loaded again. */
  'paused',
  'done',
  'cancelled',
  'interrupted',
])
export type RunState = z.infer<typeof runState>

export const runKind = z.enum(['compare', 'tune', 'imported'])

const rate = z.object({ mean: z.number(), deviation: z.number().nonnegative() })
export const tuneProposal = z.object({
  goal: z.enum(['prefill', 'decode']),
  settings: kvSettings,
  cell: count,
  baselineCell: count,
  tokensPerSecond: rate,
  baseline: rate,
  /** True if the gain exceeds the noise of the repetitions. */
  isFaster: z.boolean(),
})
export type TuneProposal = z.infer<typeof tuneProposal>

export const compareRunSummary = z.object({
  id: z.string(),
  title: z.string(),
  state: runState,
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  /** '' if unknown. */
  modelName: z.string(),
  cells: count,
  done: count,
  failed: count,
  kind: runKind,
})
export type CompareRunSummary = z.infer<typeof compareRunSummary>

/** Values by column name. Numbers are written with a decimal point. */
export const importedRow = z.record(z.string(), z.string())

export const compareRun = compareRunSummary.extend({
  headroomVersion: z.string(),
  machine: compareMachine,
  /** null until the engine runs, and for an imported run. */
  engine: engineInfo.nullable(),
  model: comparedModel,
  plan: comparePlan.nullable(),
  results: z.array(compareCell),
  proposals: z.array(tuneProposal),
  imported: z.array(importedRow),
})
export type CompareRun = z.infer<typeof compareRun>

export const compareProgress = z.object({
  runId: z.string(),
  state: runState,
  share: z.number().min(0).max(1),
  secondsLeft: z.number().nonnegative().nullable(),
  cells: count,
  done: count,
  failed: count,
  current: count.nullable(),
})
export type CompareProgress = z.infer<typeof compareProgress>

export const bundledText = z.object({ name: z.enum(bundledTexts), characters: count })
export type BundledText = z.infer<typeof bundledText>
export const exportFormat = z.enum(['csv', 'json', 'markdown'])
export type ExportFormat = z.infer<typeof exportFormat>

/** Keeps the K and V types. Measures decode with `depth` tokens in the cache. */
export const tuneRequest = z.object({
  modelId: z.string(),
  title: z.string().max(compareTitleCharacters),
  depth: count,
  settings: kvSettings,
})
export type TuneRequest = z.infer<typeof tuneRequest>

export const tuning = z.object({ runId: z.string(), at: z.number(), depth: count, proposals: z.array(tuneProposal) })
export type Tuning = z.infer<typeof tuning>

export const typeSearch = z.object({
  runId: z.string(),
  at: z.number(),
  /** True if the model file has not changed. */
  isCurrent: z.boolean(),
  limits: accuracyLimits,
  reference: kvSettings,
  referenceBytes: count,
  cheapest: z.object({ settings: kvSettings, cacheBytes: count }).nullable(),
  /** True if more measurements could change the result. */
  isUnclear: z.boolean(),
  measured: count,
})
export type TypeSearch = z.infer<typeof typeSearch>

/** A finished run that measured a setting against a reference. */
export const measuredPair = z.object({ run: compareRun, variant: count })
export type MeasuredPair = z.infer<typeof measuredPair>

export const planCheck = z.object({
  cells: count,
  refused: z.array(z.object({ variant: count, failure: failureSchema })),
})
export type PlanCheck = z.infer<typeof planCheck>
