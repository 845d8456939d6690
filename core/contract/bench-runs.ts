/** Benchmarks as a user plans, follows and keeps them. The tasks themselves: ./bench-tasks.ts. */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { benchResult, benchTask, goodputLimits, speedTest } from './bench-tasks'
import { errorsOf, failureSchema } from './errors'
import { kvSettings } from './kv-settings'
import { engineInfo } from './models'
import { everyMs, streamId } from './streams'

const count = z.int().nonnegative()
const nothing = z.object({})

/** Cells that one run may have: more would not end. */
export const mostCells = 2_000
/** Characters of a text whose quality is measured. */
export const benchTextCharacters = 4_000_000

/** A text of the user's, or one that comes with Headroom. */
export const benchText = z.discriminatedUnion('source', [
  z.object({ source: z.literal('bundled'), name: z.string() }),
  z.object({ source: z.literal('own'), name: z.string(), text: z.string().max(benchTextCharacters) }),
])

/** What to measure, with which settings. A part that is null is left out. */
export const benchPlan = z.object({
  modelId: z.string(),
  title: z.string().max(200),
  /** Settings to compare; the first is the reference that the others are measured against. */
  variants: z.array(kvSettings).min(1).max(200),
  speed: z.object({ tests: z.array(speedTest).min(1), repetitions: z.int().min(1).max(1000), warmUp: z.boolean() }).nullable(),
  latency: z
    .object({
      prompt: z.string().min(1),
      outputTokens: z.int().min(2).max(100_000),
      turns: z.int().min(1).max(1000),
      limits: goodputLimits,
    })
    .nullable(),
  quality: z.object({ text: benchText, chunkTokens: z.int().min(8), maxChunks: z.int().min(1).nullable() }).nullable(),
  passkey: z
    .object({ promptTokens: z.int().min(32), depths: z.array(z.number().min(0).max(1)).min(1), trials: z.int().min(1).max(100) })
    .nullable(),
  answers: z.object({ prompts: z.array(z.string().min(1)).min(1).max(20), maxTokens: z.int().min(1) }).nullable(),
  cacheless: z.object({ prompt: z.string().min(1), tokens: z.int().min(2) }).nullable(),
})
export type BenchPlan = z.infer<typeof benchPlan>

/** One setting at one task. A task with repetitions is one cell, whose repetitions are taken in turn with those of other cells. */
export const benchCell = z.object({
  index: count,
  /** Of `plan.variants`. */
  variant: count,
  /** Texts are left out of the stored task where they are long: the plan has them. */
  task: benchTask,
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  /** Bytes that core/kv planned for the caches of these settings; null: not known. */
  predictedBytes: count.nullable(),
  /** Set while `done`, and with the repetitions so far where the run was cut short. */
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
  'paused',
  'done',
  'cancelled',
  /** The app ended before it did. */
  'interrupted',
])

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
  /** `imported`: rows of another program or machine. */
  origin: z.enum(['here', 'imported']),
})
export type BenchRunSummary = z.infer<typeof benchRunSummary>

/** A row of llama-bench's, from this machine or another, as it stands in its output. */
export const importedRow = z.record(z.string(), z.string())

export const benchRun = benchRunSummary.extend({
  headroomVersion: z.string(),
  machine: benchMachine,
  /** null until the engine runs, and for an imported run. */
  engine: engineInfo.nullable(),
  model: benchedModel,
  plan: benchPlan.nullable(),
  results: z.array(benchCell),
  imported: z.array(importedRow),
})
export type BenchRun = z.infer<typeof benchRun>

/** The run under way, newest only. */
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

export const bundledText = z.object({ name: z.string(), title: z.string(), characters: count })
export const exportFormat = z.enum(['csv', 'json', 'markdown'])
export type ExportFormat = z.infer<typeof exportFormat>

/** Fastest settings that a short search found for one model on this machine. */
export const tuneRequest = z.object({ modelId: z.string(), depth: count, settings: kvSettings })

const runErrors = errorsOf('bench-run-not-found', 'store-failed', 'disk-full')
const run = z.object({ runId: z.string() })

export const benchContract = {
  texts: oc.output(z.array(bundledText)),
  /** How many cells a plan has, and what of it cannot work, before anything runs. */
  check: oc
    .errors(errorsOf('model-not-found', 'bench-plan-refused'))
    .input(benchPlan)
    .output(z.object({ cells: count, refused: z.array(z.object({ variant: count, failure: failureSchema })) })),
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
  pause: oc.errors(errorsOf('bench-run-not-found')).input(run).output(nothing),
  resume: oc.errors(errorsOf('bench-run-not-found')).input(run).output(nothing),
  cancel: oc.errors(errorsOf('bench-run-not-found')).input(run).output(nothing),
  /** null: nothing runs. */
  follow: oc.input(z.object({ streamId, everyMs })).output(eventIterator(benchProgress.nullable())),
  list: oc.errors(errorsOf('store-failed')).output(z.array(benchRunSummary)),
  read: oc.errors(runErrors).input(run).output(benchRun),
  rename: oc
    .errors(runErrors)
    .input(run.extend({ title: z.string().max(200) }))
    .output(nothing),
  remove: oc
    .errors({ ...runErrors, ...errorsOf('bench-busy') })
    .input(run)
    .output(nothing),
  export: oc
    .errors(runErrors)
    .input(z.object({ runIds: z.array(z.string()).min(1), format: exportFormat }))
    .output(z.object({ fileName: z.string(), mediaType: z.string(), text: z.string() })),
  /** llama-bench's CSV, JSON or JSONL, or an export of Headroom. */
  import: oc
    .errors(errorsOf('bench-import-refused', 'store-failed', 'disk-full'))
    .input(z.object({ name: z.string().max(1000), text: z.string().max(32_000_000) }))
    .output(run),
}
