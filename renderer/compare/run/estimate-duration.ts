/** Divides a benchmark's tokens by measured rates, and learns from earlier runs what this leaves out, such as loading the model. */

import { suiteTokens } from '../../../core/compare/job-weight'
import { isOnServer, localVariants } from '../../../core/compare/on-server'
import { ratesOf as samplesOf } from '../../../core/compare/statistics/compare-rates'
import type { ComparePlan, CompareRun } from '../../../core/contract/compare/compare-runs'
import type { SpeedTest } from '../../../core/contract/compare/compare-tasks'
import { median } from '../../../core/stats/percentile'

export interface MeasuredRates {
  readonly prefill: number
  readonly decode: number
}

export interface TokenWork {
  /** Evaluated in batches. */
  readonly prefillTokens: number
  /** Evaluated one at a time. */
  readonly decodeTokens: number
}

/** Typical of English. Used only for texts that are not tokenized yet. */
const charactersPerToken = 4

export const secondsOf = ({ prefillTokens, decodeTokens }: TokenWork, { prefill, decode }: MeasuredRates): number =>
  prefillTokens / prefill + decodeTokens / decode

export function workOf(plan: ComparePlan, textCharacters: number): TokenWork {
  const { speed, latency, quality, passkey, toolCalls, schemas, answers, cacheless } = plan
  const works: TokenWork[] = []
  const add = (prefillTokens: number, decodeTokens: number, times = 1) =>
    works.push({ prefillTokens: prefillTokens * times, decodeTokens: decodeTokens * times })
  for (const { prompt, generated, depth } of speed?.tests ?? [])
    add(depth + prompt, generated, (speed?.repetitions ?? 0) + (speed?.warmUp ? 1 : 0))
  if (latency) add((latency.newWords ?? 0) + tokensOf(latency.prompt), latency.outputTokens, latency.turns)
  // The reference and the setting both read the text.
  if (quality) add(2 * scoredTokens(textCharacters, quality.chunkTokens, quality.maxChunks), 0)
  if (passkey) add(passkey.promptTokens, 8, passkey.depths.length * passkey.trials)
  if (toolCalls) add(suiteTokens.prompt, suiteTokens.answer, toolCalls.prompts)
  // Without and with a grammar.
  if (schemas) add(suiteTokens.prompt, suiteTokens.answer, 2 * schemas.prompts)
  for (const prompt of answers?.prompts ?? []) add(tokensOf(prompt), answers?.maxTokens ?? 0)
  const variants = localVariants(plan.variants).length
  // Only the first setting is measured without a cache.
  const once = cacheless ? rereadTokens(tokensOf(cacheless.prompt), cacheless.tokens) : 0
  return {
    prefillTokens: variants * works.reduce((sum, work) => sum + work.prefillTokens, 0) + once,
    decodeTokens: variants * works.reduce((sum, work) => sum + work.decodeTokens, 0) + (cacheless?.tokens ?? 0),
  }
}

const tokensOf = (text: string): number => Math.ceil(text.length / charactersPerToken)

const scoredTokens = (characters: number, chunkTokens: number, maxChunks: number | null): number => {
  const chunks = Math.floor(characters / charactersPerToken / chunkTokens)
  return chunkTokens * (maxChunks === null ? chunks : Math.min(chunks, maxChunks))
}

const rereadTokens = (prompt: number, tokens: number): number => tokens * prompt + (tokens * (tokens - 1)) / 2

/** Returns null if prefill or decode was not measured. */
export function ratesOf(run: Pick<CompareRun, 'results'>): MeasuredRates | null {
  const rates = { prefill: [] as number[], decode: [] as number[] }
  for (const { task, result } of run.results) {
    if (task.kind !== 'speed' || result?.kind !== 'speed') continue
    const kind = kindOf(task.test)
    if (kind) rates[kind].push(...samplesOf(task.test.prompt + task.test.generated, result.samplesNs))
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return rates.prefill.length === 0 || rates.decode.length === 0 ? null : { prefill: mean(rates.prefill), decode: mean(rates.decode) }
}

const kindOf = ({ prompt, generated }: SpeedTest): keyof MeasuredRates | null =>
  generated === 0 ? 'prefill' : prompt === 0 ? 'decode' : null

/** Assumed length of text that the window does not have. */
export const unseenCharacters = 40_000

export function charactersOf({ quality }: ComparePlan): number {
  return quality?.text.source === 'own' ? quality.text.text.length : unseenCharacters
}

/**
 * How many times as long as estimated these runs took: the median, because a run that was paused took longer. 1 if no whole run is known.
 * `rates` are those that the next estimate uses.
 */
export function learnedFactor(runs: readonly CompareRun[], rates: MeasuredRates): { readonly factor: number; readonly runs: number } {
  const factors = runs.flatMap((run) => {
    const { plan, state, startedAt, endedAt, failed } = run
    if (!plan || state !== 'done' || failed > 0 || endedAt === null || plan.variants.some(isOnServer)) return []
    const estimated = secondsOf(workOf(plan, charactersOf(plan)), rates)
    return estimated > 0 ? [(endedAt - startedAt) / 1000 / estimated] : []
  })
  return { factor: factors.length > 0 ? median(factors) : 1, runs: factors.length }
}
