import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { experimentNames } from '../../lab/experiments/experiment'
import { questionModes, recallTasks } from '../../lab/experiments/policy-measures'
import { sceneCompactions } from '../../lab/paged/scene'
import { choosablePolicyNames, laneFaults, mostLaneTokens, nextCells, recordingLimits } from '../../lab/recording/limits'
import { fileCodes } from '../errors/error-groups'
import { errorsOf } from '../errors/errors'
import { everyMs, streamId } from '../wire/streams'

const count = z.int().nonnegative()
/** null for the embedded model. */
const modelId = z.string().nullable()
const seed = z.int().min(0).max(0xffff_ffff)

export const labWork = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('starting') }),
  z.object({ kind: z.literal('head-geometry') }),
  z.object({ kind: z.literal('policy'), policy: z.enum(choosablePolicyNames), budgetTokens: count.nullable() }),
  z.object({ kind: z.literal('task'), task: z.enum(recallTasks), prompt: count, prompts: count }),
  z.object({ kind: z.literal('cache-types'), keyType: z.string(), valueType: z.string() }),
  z.object({ kind: z.literal('tokens'), tokens: count }),
  z.object({ kind: z.literal('cells'), cells: count }),
  z.object({ kind: z.literal('compaction'), compaction: z.enum(sceneCompactions), everyTokens: count }),
])
export type LabWork = z.infer<typeof labWork>

const progress = z.object({ type: z.literal('progress'), share: z.number(), work: labWork })

export const experimentRequest = z.object({ name: z.enum(experimentNames), seed, modelId })
export type ExperimentRequest = z.infer<typeof experimentRequest>

const estimate = z.object({ value: z.number(), low: z.number(), high: z.number() })
const resultCell = z.union([z.string(), z.number(), z.boolean(), estimate, z.null()])
export const experimentResult = z.object({
  name: z.enum(experimentNames),
  model: z.string().nullable(),
  seed,
  rows: z.array(z.record(z.string(), resultCell)).readonly(),
})
export const experimentNews = z.discriminatedUnion('type', [progress, z.object({ type: z.literal('done'), result: experimentResult })])
export type ExperimentNews = z.infer<typeof experimentNews>

/** The last search for the smallest budgets. */
export const budgetsFound = z.object({
  at: z.number(),
  /** True if the model file has not changed. */
  isCurrent: z.boolean(),
  result: experimentResult,
})
export type BudgetsFound = z.infer<typeof budgetsFound>

export const laneRequest = z.object({ policy: z.enum(choosablePolicyNames), fault: z.enum(laneFaults) })
export type LaneRequest = z.infer<typeof laneRequest>
export const recordingRequest = z.object({
  modelId,
  question: z.string().min(1).max(recordingLimits.questionCharacters),
  lanes: z.tuple([laneRequest, laneRequest]),
  mode: z.enum(questionModes),
  budgetTokens: z.int().min(1).max(recordingLimits.budgetTokens),
  answerTokens: z.int().min(1).max(recordingLimits.answerTokens),
})
export type RecordingRequest = z.infer<typeof recordingRequest>

export const recordedStep = z.object({
  /** `prompt` is the text before the question. */
  part: z.enum(['old', 'prompt', 'question', 'answer']),
  /** [firstToken, firstToken + tokens) */
  firstToken: count,
  tokens: count,
  /** Over all heads of all layers, after the step. */
  heldCells: count,
  evictedCells: count,
})
export type RecordedStep = z.infer<typeof recordedStep>

/** Tokens are numbered in processing order, because a fault can give two tokens the same position. */
export const recordedLane = laneRequest.extend({
  oldTokens: count,
  promptTokens: count,
  /** `probability` is null for tokens that were not predicted. */
  tokens: z.array(z.object({ text: z.string(), probability: z.number().nullable() })).max(mostLaneTokens),
  steps: z.array(recordedStep).max(mostLaneTokens),
  answer: z.string(),
  hasEnded: z.boolean(),
})
export type RecordedLane = z.infer<typeof recordedLane>

export const recording = z.object({
  id: z.string(),
  model: z.object({ name: z.string(), layers: count, queryHeads: count, kvHeads: count, headDim: count }),
  /** K and V of one head, in f32. */
  bytesPerCell: count,
  budgetTokens: count,
  mode: z.enum(questionModes),
  lanes: z.tuple([recordedLane, recordedLane]),
})
export type Recording = z.infer<typeof recording>

export const recordingNews = z.discriminatedUnion('type', [
  progress,
  z.object({ type: z.literal('done'), recording }),
  z.object({ type: z.literal('closed'), because: z.enum(['replaced', 'benchmark', 'ended']) }),
])
export type RecordingNews = z.infer<typeof recordingNews>

const recordedHead = z.object({ recordingId: z.string(), lane: z.literal([0, 1]), layer: count, queryHead: count })
export type RecordedHead = z.infer<typeof recordedHead>

/** A row and a column per processed token. */
export const attentionPattern = z.object({
  rows: count.max(mostLaneTokens),
  columns: count.max(mostLaneTokens),
  /** One byte per weight: see core/lab/recording/weight-bytes.ts. */
  weights: z.base64().max(4 * Math.ceil(mostLaneTokens ** 2 / 3)),
})
export type AttentionPattern = z.infer<typeof attentionPattern>

const tokens = z.array(count).max(mostLaneTokens)
export const recordedLook = z.object({
  held: tokens,
  evicted: tokens,
  top: z.array(z.object({ token: count, weight: z.number() })).max(5),
  next: z.array(z.object({ policy: z.enum(choosablePolicyNames), tokens: tokens.max(nextCells * 2) })),
})
export type RecordedLook = z.infer<typeof recordedLook>

const jobErrors = errorsOf(
  ...fileCodes,
  'model-not-found',
  'compare-busy',
  'lab-busy',
  'lab-ended',
  'lab-model-unsupported',
  'lab-model-too-large',
  'lab-budget-too-small',
  'lab-text-too-long',
)
const lookErrors = errorsOf('lab-recording-gone', 'lab-ended')

export const labContract = {
  experiment: oc.errors(jobErrors).input(experimentRequest.extend({ streamId, everyMs })).output(eventIterator(experimentNews)),
  smallestBudgets: oc.errors(errorsOf('model-not-found')).input(z.object({ modelId, seed })).output(budgetsFound.nullable()),
  /** The Lab keeps the recording until the stream closes. */
  record: oc.errors(jobErrors).input(recordingRequest.extend({ streamId, everyMs })).output(eventIterator(recordingNews)),
  attention: oc.errors(lookErrors).input(recordedHead).output(attentionPattern),
  look: oc
    .errors(lookErrors)
    .input(recordedHead.extend({ step: count }))
    .output(recordedLook),
}
