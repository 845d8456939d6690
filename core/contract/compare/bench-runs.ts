/** Benchmarks as a user plans, follows and keeps them. The tasks themselves: ./bench-tasks.ts. */
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

/** A text of the user's, one that comes with Headroom, or the one that an earlier run was given. */
export const benchText = z.discriminatedUnion('source', [
  z.object({ source: z.literal('bundled'), name: z.string() }),
  z.object({ source: z.literal('own'), name: z.string(), text: z.string().max(benchTextCharacters) }),
  /** What `read` gives for an `own` text, which may be long. `name` is as it was. */
  z.object({ source: z.literal('run'), runId: z.string(), name: z.string() }),
])
export type BenchText = z.infer<typeof benchText>

/** What to measure, with which settings. A part that is null is left out. At most `mostCells` cells come of it. */
export const benchPlan = z.object({
  modelId: z.string(),
  title: z.string().max(benchTitleCharacters),
  /** Settings to compare; the first is the reference that the others are measured against. Each context is made as long as its task needs. */
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
  /** With the first of the variants alone: it is about having a cache at all. */
  cacheless: z.object({ prompt: z.string().min(1), tokens: z.int().min(2) }).nullable(),
})
export type BenchPlan = z.infer<typeof benchPlan>

/** Which part of a plan a cell belongs to; `tune`: a speed test of a search. */
export const benchPart = z.enum(benchParts)

/** One setting at one task. A task with repetitions is one cell, whose repetitions are taken in turn with those of other cells. */
export const benchCell = z.object({
  index: count,
  /** Of `plan.variants`. */
  variant: count,
  part: benchPart,
  /** Within its part: which of the speed tests, which turn of the latency part, which prompt of the answers; otherwise 0. */
  item: count,
  /** The text of a `quality` task is left out, '': the plan has it. */
  task: benchTask,
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  /** Bytes that core/kv planned for the caches of these settings; null: not known. */
  predictedBytes: count.nullable(),
  /** Set once `done`; before that, and where the run was cut short or the cell failed, with the repetitions so far, if any. */
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
  /** llama.cpp's description, e.g. `llama 1B mostly F16`; llama-bench's `model_type`. */
  description: z.string(),
  sizeBytes: count,
  parameters: count,
  vocabularyTokens: count,
})
export type BenchedModel = z.infer<typeof benchedModel>

export const runState = z.enum([
  'running',
  /** The chat has the machine again; `resume` goes on. */
  'paused',
  'done',
  'cancelled',
  /** The app ended before it did. */
  'interrupted',
])
export type RunState = z.infer<typeof runState>

/** `compare`: a plan; `tune`: a search for fast settings; `imported`: rows of another program or machine. */
export const runKind = z.enum(['compare', 'tune', 'imported'])

const rate = z.object({ mean: z.number(), deviation: z.number().nonnegative() })
/** What a search found fastest for one of the two things that speed means. */
export const tuneProposal = z.object({
  goal: z.enum(['prefill', 'decode']),
  settings: kvSettings,
  /** Index of the cell with the measurements; those of the settings that the search began with: `baselineCell`. */
  cell: count,
  baselineCell: count,
  /** Tokens per second; `baseline` is that of the settings that the search began with, measured in turn with the others. */
  tokensPerSecond: rate,
  baseline: rate,
  /** The difference is beyond what the repetitions scatter. Otherwise `settings` are those that the search began with. */
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

/** A row of llama-bench's or of an export, by the names of its columns, numbers with a dot; what is not there is not a key. */
export const importedRow = z.record(z.string(), z.string())

export const benchRun = benchRunSummary.extend({
  headroomVersion: z.string(),
  machine: benchMachine,
  /** null until the engine runs, and for an imported run. */
  engine: engineInfo.nullable(),
  model: benchedModel,
  plan: benchPlan.nullable(),
  results: z.array(benchCell),
  /** Of a search that came to its end: for prefill and for decode. Otherwise empty. */
  proposals: z.array(tuneProposal),
  imported: z.array(importedRow),
})
export type BenchRun = z.infer<typeof benchRun>

/** The run under way or paused, newest only. */
export const benchProgress = z.object({
  runId: z.string(),
  state: runState,
  /** Weighed by how long each cell is expected to take. */
  share: z.number().min(0).max(1),
  /** From the speed so far; null: too early to say. */
  secondsLeft: z.number().nonnegative().nullable(),
  cells: count,
  done: count,
  failed: count,
  /** Index of the cell under way; null between two. */
  current: count.nullable(),
})
export type BenchProgress = z.infer<typeof benchProgress>

/** `about`: what kind of text it is and where it is from. */
export const bundledText = z.object({ name: z.string(), title: z.string(), about: z.string(), characters: count })
export type BundledText = z.infer<typeof bundledText>
export const exportFormat = z.enum(['csv', 'json', 'markdown'])
export type ExportFormat = z.infer<typeof exportFormat>

/** The search begins with `settings` and keeps their K and V types; `depth`: tokens in the cache at which decoding is to be fast. */
export const tuneRequest = z.object({ modelId: z.string(), depth: count, settings: kvSettings })
export type TuneRequest = z.infer<typeof tuneRequest>

/** What the last search for a model found. */
export const tuning = z.object({ runId: z.string(), at: z.number(), depth: count, proposals: z.array(tuneProposal) })
export type Tuning = z.infer<typeof tuning>

export const planCheck = z.object({
  cells: count,
  /** Variants that llama.cpp or the memory would refuse: their cells fail, the others run. */
  refused: z.array(z.object({ variant: count, failure: failureSchema })),
})
export type PlanCheck = z.infer<typeof planCheck>

const runErrors = errorsOf('bench-run-not-found', 'store-failed', 'disk-full')
const run = z.object({ runId: z.string() })

export const benchContract = {
  texts: oc.output(z.array(bundledText)),
  /** How many cells a plan has, and what of it cannot work, before anything runs. */
  check: oc.errors(errorsOf('model-not-found', 'bench-plan-refused')).input(benchPlan).output(planCheck),
  /** Starts a run; one at a time. The chat's model gives its memory back first, and is loaded again afterwards. */
  start: oc
    .errors(errorsOf('model-not-found', 'bench-plan-refused', 'bench-busy', 'conversation-busy', 'store-failed', 'disk-full'))
    .input(benchPlan)
    .output(run),
  /** A search over threads, flash attention, batch and GPU layers, in under a minute; kept as a run, its proposal in `proposals`. */
  tune: oc
    .errors(errorsOf('model-not-found', 'bench-plan-refused', 'bench-busy', 'conversation-busy', 'store-failed', 'disk-full'))
    .input(tuneRequest)
    .output(run),
  /** What the last search proposed for a model; null: there was none, or it was deleted. */
  tuning: oc
    .errors(errorsOf('store-failed'))
    .input(z.object({ modelId: z.string() }))
    .output(tuning.nullable()),
  /** After the measurement under way. A search is not paused: it has a time limit. */
  pause: oc.errors(errorsOf('bench-run-not-found')).input(run).output(nothing),
  /**
   * Goes on with what a paused, cancelled or interrupted run has not measured. Refused where the machine, the engine or
   * the model are others than before: then its figures would not belong together. A search begins anew instead.
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
  /** At once; what was measured stays. */
  cancel: oc.errors(errorsOf('bench-run-not-found')).input(run).output(nothing),
  /** null: nothing runs. */
  follow: oc.input(z.object({ streamId, everyMs })).output(eventIterator(benchProgress.nullable())),
  list: oc.errors(errorsOf('store-failed')).output(z.array(benchRunSummary)),
  read: oc.errors(runErrors).input(run).output(benchRun),
  rename: oc
    .errors(runErrors)
    .input(run.extend({ title: z.string().max(benchTitleCharacters) }))
    .output(nothing),
  /** Not the one that runs. */
  remove: oc
    .errors({ ...runErrors, ...errorsOf('bench-busy') })
    .input(run)
    .output(nothing),
  /** CSV and JSON: one row per speed test and setting, llama-bench's columns first. */
  export: oc
    .errors(runErrors)
    .input(z.object({ runIds: z.array(z.string()).min(1), format: exportFormat }))
    .output(exportedFile),
  /** llama-bench's CSV, JSON or JSONL, or an export of Headroom. `isOwnRun`: a whole run of Headroom's, perhaps the one that is here already. */
  import: oc
    .errors(errorsOf('bench-import-refused', 'store-failed', 'disk-full'))
    .input(z.object({ name: z.string().max(1000), text: z.string().max(importedFileBytes) }))
    .output(run.extend({ isOwnRun: z.boolean() })),
}
