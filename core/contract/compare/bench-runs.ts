/** Plans, progress and results of benchmarks. Tasks: ./bench-tasks.ts. */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { errorsOf, failureSchema } from '../errors/errors'
import { engineInfo } from '../models/models'
import { kvSettings } from '../settings/kv-settings'
import { exportedFile } from '../wire/exported-file'
import { everyMs, streamId } from '../wire/streams'
import { benchParts, benchTextCharacters, benchTitleCharacters, importedFileBytes } from './bench-limits'
import { benchResult, benchTask, goodputLimits, speedTest } from './bench-tasks'

const count = z.int().nonnegative()
const nothing = z.object({})

export const benchText = z.discriminatedUnion('source', [
  z.object({ source: z.literal('bundled'), name: z.string() }),
  z.object({ source: z.literal('own'), name: z.string(), text: z.string().max(benchTextCharacters) }),
  /** What `read` returns for an `own` text, which may be long; `name` is kept. */
  z.object({ source: z.literal('run'), runId: z.string(), name: z.string() }),
])
export type BenchText = z.infer<typeof benchText>

/** Null parts are left out. At most `mostCells` benchmark cells. */
export const benchPlan = z.object({
  modelId: z.string(),
  title: z.string().max(benchTitleCharacters),
  /** The first is the reference. Each context is as long as its task needs. */
  variants: z.array(kvSettings).min(1),
  speed: z.object({ tests: z.array(speedTest).min(1), repetitions: z.int().min(1).max(1000), warmUp: z.boolean() }).nullable(),
  latency: z
    .object({
      prompt: z.string().min(1),
      outputTokens: z.int().min(2).max(100_000),
      turns: z.int().min(1).max(1000),
      limits: goodputLimits,
    })
    .nullable(),
  quality: z
    .object({
      text: benchText,
      chunkTokens: z.int().min(8),
      maxChunks: z.int().min(1).nullable(),
      /** See `qualityTask`. */
      specialTokens: z.boolean().optional(),
    })
    .nullable(),
  passkey: z
    .object({ promptTokens: z.int().min(32), depths: z.array(z.number().min(0).max(1)).min(1), trials: z.int().min(1).max(100) })
    .nullable(),
  answers: z.object({ prompts: z.array(z.string().min(1)).min(1).max(20), maxTokens: z.int().min(1) }).nullable(),
  /** With the first variant only. */
  cacheless: z.object({ prompt: z.string().min(1), tokens: z.int().min(2) }).nullable(),
})
export type BenchPlan = z.infer<typeof benchPlan>

/** `tune`: a speed test of a search. */
export const benchPart = z.enum(benchParts)

/** One setting at one task. Its repetitions alternate with those of other cells. */
export const benchCell = z.object({
  index: count,
  /** Index into `plan.variants`. */
  variant: count,
  part: benchPart,
  /** Index within the part: speed test, turn of the latency part, or prompt of the answers; otherwise 0. */
  item: count,
  /** The text of a `quality` task is '': it is in the plan. */
  task: benchTask,
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  /** Planned by core/kv; null: unknown. */
  predictedBytes: count.nullable(),
  /** Complete if `done`. Otherwise the repetitions so far, or null. */
  result: benchResult.nullable(),
  failure: failureSchema.nullable(),
})
export type BenchCell = z.infer<typeof benchCell>

export const benchMachine = z.object({ cpu: z.string(), cores: count, memoryBytes: count, platform: z.string(), gpus: z.array(z.string()) })
export type BenchMachine = z.infer<typeof benchMachine>
export const benchedModel = z.object({
  id: z.string(),
  name: z.string(),
  fileName: z.string(),
  architecture: z.string(),
  /** As in `loadedModel`; llama-bench's `model_type`. */
  description: z.string(),
  sizeBytes: count,
  parameters: count,
  vocabularyTokens: count,
})
export type BenchedModel = z.infer<typeof benchedModel>

export const runState = z.enum([
  'running',
  /** The chat has the machine again. */
  'paused',
  'done',
  'cancelled',
  /** The app ended first. */
  'interrupted',
])
export type RunState = z.infer<typeof runState>

/** `tune`: a search for fast settings; `imported`: rows from another program or machine. */
export const runKind = z.enum(['compare', 'tune', 'imported'])

const rate = z.object({ mean: z.number(), deviation: z.number().nonnegative() })
/** The fastest settings a search found for prefill or for decode. */
export const tuneProposal = z.object({
  goal: z.enum(['prefill', 'decode']),
  settings: kvSettings,
  /** Index of the benchmark cell with `settings`; `baselineCell`: with the initial settings. */
  cell: count,
  baselineCell: count,
  /** `baseline`: with the initial settings. Both were measured alternately. */
  tokensPerSecond: rate,
  baseline: rate,
  /** The difference exceeds the scatter of the repetitions. false: `settings` are the initial ones. */
  isFaster: z.boolean(),
})
export type TuneProposal = z.infer<typeof tuneProposal>

export const benchRunSummary = z.object({
  id: z.string(),
  title: z.string(),
  state: runState,
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  modelName: z.string(),
  cells: count,
  done: count,
  failed: count,
  kind: runKind,
})
export type BenchRunSummary = z.infer<typeof benchRunSummary>

/** Column name to value, numbers with a decimal point; missing values have no key. */
export const importedRow = z.record(z.string(), z.string())

export const benchRun = benchRunSummary.extend({
  headroomVersion: z.string(),
  machine: benchMachine,
  /** null until the engine runs, and for an imported run. */
  engine: engineInfo.nullable(),
  model: benchedModel,
  plan: benchPlan.nullable(),
  results: z.array(benchCell),
  /** Of a finished search, for prefill and decode; otherwise empty. */
  proposals: z.array(tuneProposal),
  imported: z.array(importedRow),
})
export type BenchRun = z.infer<typeof benchRun>

/** The running or paused run. */
export const benchProgress = z.object({
  runId: z.string(),
  state: runState,
  /** Weighted by the expected duration of each cell. */
  share: z.number().min(0).max(1),
  /** null: too early to estimate. */
  secondsLeft: z.number().nonnegative().nullable(),
  cells: count,
  done: count,
  failed: count,
  /** Index of the running cell; null between two cells. */
  current: count.nullable(),
})
export type BenchProgress = z.infer<typeof benchProgress>

/** `about`: kind of text and its origin. */
export const bundledText = z.object({ name: z.string(), title: z.string(), about: z.string(), characters: count })
export type BundledText = z.infer<typeof bundledText>
export const exportFormat = z.enum(['csv', 'json', 'markdown'])
export type ExportFormat = z.infer<typeof exportFormat>

/** Starts from `settings` and keeps their K and V types; `depth`: tokens in the cache when decode speed is measured. */
export const tuneRequest = z.object({ modelId: z.string(), depth: count, settings: kvSettings })
export type TuneRequest = z.infer<typeof tuneRequest>

export const tuning = z.object({ runId: z.string(), at: z.number(), depth: count, proposals: z.array(tuneProposal) })
export type Tuning = z.infer<typeof tuning>

export const planCheck = z.object({
  cells: count,
  /** Their benchmark cells would fail; the others run. */
  refused: z.array(z.object({ variant: count, failure: failureSchema })),
})
export type PlanCheck = z.infer<typeof planCheck>

const runErrors = errorsOf('bench-run-not-found', 'store-failed', 'disk-full')
const run = z.object({ runId: z.string() })

export const benchContract = {
  texts: oc.output(z.array(bundledText)),
  /** Counts the cells and reports what cannot work, without running anything. */
  check: oc.errors(errorsOf('model-not-found', 'bench-plan-refused')).input(benchPlan).output(planCheck),
  /** One run at a time. The chat's model is unloaded first and loaded again afterwards. */
  start: oc
    .errors(errorsOf('model-not-found', 'bench-plan-refused', 'bench-busy', 'conversation-busy', 'store-failed', 'disk-full'))
    .input(benchPlan)
    .output(run),
  /** Searches threads, flash attention, batch and GPU layers in under a minute; stored as a run with `proposals`. */
  tune: oc
    .errors(errorsOf('model-not-found', 'bench-plan-refused', 'bench-busy', 'conversation-busy', 'store-failed', 'disk-full'))
    .input(tuneRequest)
    .output(run),
  /** Result of the last search; null: none, or deleted. */
  tuning: oc
    .errors(errorsOf('store-failed'))
    .input(z.object({ modelId: z.string() }))
    .output(tuning.nullable()),
  /** Pauses after the current measurement. A search cannot be paused: it has a time limit. */
  pause: oc.errors(errorsOf('bench-run-not-found')).input(run).output(nothing),
  /**
   * Measures what a paused, cancelled or interrupted run has left. Refused if machine, engine or model changed: the figures would not be
   * comparable. A search starts from the beginning.
   */
  resume: oc
    .errors(
      errorsOf(
        'bench-run-not-found',
        'model-not-found',
        'bench-plan-refused',
        'bench-busy',
        'conversation-busy',
        'store-failed',
        'disk-full',
      ),
    )
    .input(run)
    .output(nothing),
  /** Cancels at once; what was measured stays. */
  cancel: oc.errors(errorsOf('bench-run-not-found')).input(run).output(nothing),
  /** null: no run. */
  follow: oc.input(z.object({ streamId, everyMs })).output(eventIterator(benchProgress.nullable())),
  list: oc.errors(errorsOf('store-failed')).output(z.array(benchRunSummary)),
  read: oc.errors(runErrors).input(run).output(benchRun),
  rename: oc
    .errors(runErrors)
    .input(run.extend({ title: z.string().max(benchTitleCharacters) }))
    .output(nothing),
  /** Refused while it runs. */
  remove: oc
    .errors({ ...runErrors, ...errorsOf('bench-busy') })
    .input(run)
    .output(nothing),
  /** CSV and JSON have one row per speed test and setting, llama-bench's columns first. */
  export: oc
    .errors(runErrors)
    .input(z.object({ runIds: z.array(z.string()).min(1), format: exportFormat }))
    .output(exportedFile),
  /** Reads llama-bench's CSV, JSON or JSONL, or an export of Headroom. `isOwnRun`: a complete Headroom run, perhaps in the list already. */
  import: oc
    .errors(errorsOf('bench-import-refused', 'store-failed', 'disk-full'))
    .input(z.object({ name: z.string().max(1000), text: z.string().max(importedFileBytes) }))
    .output(run.extend({ isOwnRun: z.boolean() })),
}
