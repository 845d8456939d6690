import type { Simulation, SimulationChange } from '../../contract/requests/requests'
import { type ExplainedRequest, type Kept, keepBeginnings } from './keep-beginnings'
import { type ReplaySettings, replay } from './replay'

export interface TimedRequest extends ExplainedRequest {
  /** null if the request processed too few tokens. */
  readonly msPerToken: number | null
}

const nothing: Kept = { header: false, clock: false, tools: false, reasoning: false }
const allKept: Kept = { header: true, clock: true, tools: true, reasoning: true }
const manyTimes = 4

/** `now` are the settings of the context. Without a store, the replay tries one that holds two contexts. */
export function whatWouldHelp(requests: readonly TimedRequest[], now: ReplaySettings): Simulation {
  const { sequences, contextTokens, storeTokens } = now
  const larger = Math.max(2 * storeTokens, 2 * contextTokens)
  const variants: readonly (readonly [SimulationChange, ReplaySettings, Kept])[] = [
    ['as-is', now, nothing],
    ['more-sequences', { ...now, sequences: 2 * sequences }, nothing],
    ['many-sequences', { ...now, sequences: manyTimes * sequences }, nothing],
    ['memory-store', { ...now, storeTokens: larger }, nothing],
    ['header-kept', now, { ...nothing, header: true }],
    ['clock-kept', now, { ...nothing, clock: true }],
    ['tools-sorted', now, { ...nothing, tools: true }],
    ['reasoning-kept', now, { ...nothing, reasoning: true }],
    ['everything', { ...now, sequences: 2 * sequences, storeTokens: larger }, allKept],
  ]
  let baseline: readonly Result[] = []
  const rows = variants.map(([change, settings, kept]) => {
    const results = resultsOf(requests, settings, kept)
    if (change === 'as-is') baseline = results
    return {
      change,
      sequences: settings.sequences,
      storeTokens: settings.storeTokens,
      reusedTokens: sumOf(results.map(({ reused }) => reused)),
      processedTokens: sumOf(results.map(({ processed }) => processed)),
      savedMs: savedMs(requests, baseline, results),
    }
  })
  return {
    requests: requests.length,
    promptTokens: sumOf(requests.map(({ request }) => request.tokens.length)),
    measuredReusedTokens: sumOf(requests.map(({ request }) => request.reusedTokens)),
    rows,
  }
}

interface Result {
  readonly reused: number
  readonly processed: number
}

function resultsOf(requests: readonly TimedRequest[], settings: ReplaySettings, kept: Kept): Result[] {
  const prompts = keepBeginnings(requests, kept)
  const replayed = requests.map(({ request }, at) => ({
    id: request.id,
    key: `${request.model} ${request.settings}`,
    atMs: request.startedMs,
    tokens: prompts[at] ?? [],
    answerTokens: Array.from(request.answerTokens),
  }))
  const reused = replay(replayed, settings)
  return replayed.map(({ tokens }, at) => ({ reused: reused[at] ?? 0, processed: tokens.length - (reused[at] ?? 0) }))
}

function savedMs(requests: readonly TimedRequest[], before: readonly Result[], after: readonly Result[]): number | null {
  if (requests.every(({ msPerToken }) => msPerToken === null)) return null
  return sumOf(requests.map(({ msPerToken }, at) => (msPerToken ?? 0) * ((before[at]?.processed ?? 0) - (after[at]?.processed ?? 0))))
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
