/**
 * Lower bounds of TTFT and ITL, from the roofline of each stage. A run cannot be faster, and can be much slower.
 *
 *   a token alone      sum over stages of max(bytes / bandwidth, FLOP / peak) + link
 *   a stage's work     max(bytes / bandwidth, FLOP / peak, link bytes / link bandwidth)
 *   ITL                at least the token alone, and at least the slowest stage's work for all users
 *   TTFT               sum over stages of one batch's work + the slowest stage's work for the other batches + link latency
 *
 * Kernel launches, sampling, scheduling and prefills in between are left out. Tokens choose experts evenly.
 * Source: Williams, Waterman and Patterson, "Roofline", Communications of the ACM 52 (4), 2009.
 */
import { largestFitting } from '../../plan/largest-fitting'
import type { Workload } from '../schema/fleet-file'
import type { Bound, BoundResource, ReplicaBounds } from '../types/fleet-plan'
import { attentionFlop, type PeakOf, readCells, readWeights, type StageLoad } from './stage-load'

export interface BoundQuestion {
  readonly stages: readonly StageLoad[]
  readonly peakOf: PeakOf
  readonly workload: Workload
  /** On this replica. */
  readonly users: number
  /** Tokens of a prefill's batch. */
  readonly batchTokens: number
}

/** Returns null if a device has no bandwidth. */
export function replicaBounds(question: BoundQuestion): ReplicaBounds | null {
  const { stages, workload, users } = question
  if (stages.some(({ device }) => device.bytesPerSecond === null)) return null
  const itl = itlBound(question, Math.max(1, users))
  return {
    ttft: ttftBound(question),
    itl,
    tokensPerSecond: (Math.max(1, users) * 1000) / itl.ms,
    usersWithinItl: workload.itlLimitMs === undefined ? null : usersWithin(question, workload.itlLimitMs),
    isLinkUnknown: stages.some(({ transfers }) => transfers.some(({ link }) => link === null)),
  }
}

const mostUsers = 1_000_000

/** Returns null if the bound never reaches the limit. */
function usersWithin(question: BoundQuestion, limitMs: number): number | null {
  const users = largestFitting(mostUsers, (count) => itlBound(question, count).ms - limitMs)
  return users === mostUsers ? null : users
}

type Seconds = Readonly<Record<BoundResource, number>>

export function itlBound({ stages, peakOf, workload }: BoundQuestion, users: number): Bound {
  const cells = workload.promptTokens + workload.outputTokens / 2
  const alone = stages.map((stage) => decodeSeconds(stage, peakOf, { users: 1, cells, expertTokens: 1 }))
  const busy = stages.map((stage) => decodeSeconds(stage, peakOf, { users, cells, expertTokens: users * stage.expertReplicas }))
  const path = pathSeconds(stages, alone)
  const slowest = busy.map(largest).reduce(slower)
  return slowest.seconds > path.seconds ? toBound(slowest) : toBound(path)
}

interface Step {
  readonly users: number
  readonly cells: number
  /** Tokens that choose experts on this device. */
  readonly expertTokens: number
}

function decodeSeconds(stage: StageLoad, peakOf: PeakOf, { users, cells, expertTokens }: Step): Seconds {
  const bytes = readWeights(stage, expertTokens) + users * readCells(stage, cells)
  const flop = users * (stage.flopPerToken + stage.outputFlop + attentionFlop(stage, cells, 'decodeFlopPerCell'))
  return secondsOf(stage, peakOf, bytes, flop, users)
}

/** Batches of a long prompt follow each other through the stages. */
function ttftBound({ stages, peakOf, workload, batchTokens }: BoundQuestion): Bound {
  const tokens = Math.max(1, workload.promptTokens - workload.sharedPrefixTokens)
  const batches = Math.ceil(tokens / batchTokens)
  const whole = stages.map((stage) => largest(prefillSeconds(stage, peakOf, tokens, workload.promptTokens)))
  const sums = { 'memory-bandwidth': 0, compute: 0, link: stages.reduce((sum, stage) => sum + latencyOf(stage), 0) }
  for (const { seconds, resource } of whole) sums[resource] += seconds / batches
  const slowest = whole.reduce(slower)
  sums[slowest.resource] += (slowest.seconds * (batches - 1)) / batches
  return toBound({ seconds: total(sums), resource: largest(sums).resource })
}

function prefillSeconds(stage: StageLoad, peakOf: PeakOf, tokens: number, promptTokens: number): Seconds {
  // A new token attends to the prompt up to itself. On average, that is the whole prompt minus half of the new tokens.
  const cells = promptTokens - tokens / 2
  const flop = tokens * (stage.flopPerToken + attentionFlop(stage, cells, 'prefillFlopPerCell')) + stage.outputFlop
  return secondsOf(stage, peakOf, readWeights(stage, tokens) + readCells(stage, promptTokens), flop, tokens)
}

function secondsOf(stage: StageLoad, peakOf: PeakOf, bytes: number, flop: number, tokens: number): Seconds {
  const { device, transfers } = stage
  const peak = peakOf(device)
  return {
    'memory-bandwidth': device.bytesPerSecond === null ? 0 : bytes / device.bytesPerSecond,
    compute: peak === null ? 0 : flop / peak,
    link: transfers.reduce((sum, { bytesPerToken, link }) => sum + (link ? (bytesPerToken * tokens) / link.bytesPerSecond : 0), 0),
  }
}

interface Slowest {
  readonly seconds: number
  readonly resource: BoundResource
}

const ordered = ['memory-bandwidth', 'compute', 'link'] as const
const largest = (seconds: Seconds): Slowest =>
  ordered.map((resource) => ({ resource, seconds: seconds[resource] })).reduce((most, one) => (one.seconds > most.seconds ? one : most))

const slower = (a: Slowest, b: Slowest): Slowest => (b.seconds > a.seconds ? b : a)
const total = (seconds: Seconds): number => seconds['memory-bandwidth'] + seconds.compute + seconds.link
const latencyOf = ({ transfers }: StageLoad): number => transfers.reduce((sum, { hops, link }) => sum + hops * (link?.seconds ?? 0), 0)

/** The time of one token: a transfer waits for the computation before it, so both times add up. */
function pathSeconds(stages: readonly StageLoad[], seconds: readonly Seconds[]): Slowest {
  const sums = { 'memory-bandwidth': 0, compute: 0, link: 0 }
  for (const [at, stage] of stages.entries()) {
    const own = seconds[at]
    if (!own) continue
    if (own.compute > own['memory-bandwidth']) sums.compute += own.compute
    else sums['memory-bandwidth'] += own['memory-bandwidth']
    sums.link += own.link + latencyOf(stage)
  }
  return { seconds: total(sums), resource: largest(sums).resource }
}

const toBound = ({ seconds, resource }: Slowest): Bound => ({ ms: seconds * 1000, resource })
