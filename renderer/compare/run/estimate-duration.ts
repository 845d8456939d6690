/**
 * How long a plan will take, from how fast this machine was with this model before.
 *
 * An estimate in the open: tokens that will be processed and generated, over rates that were measured. Loading, switching of
 * contexts and the tokeniser are not in it.
 */
import { ratesOf as samplesOf } from '../../../core/compare/statistics/compare-rates'
import type { BenchPlan, BenchRun } from '../../../core/contract/compare/bench-runs'
import type { SpeedTest } from '../../../core/contract/compare/bench-tasks'

/** Tokens per second. */
export interface MeasuredRates {
  readonly prefill: number
  readonly decode: number
}

/** What a plan comes to. */
export interface TokenWork {
  /** Processed in batches. */
  readonly prefillTokens: number
  /** One at a time. */
  readonly decodeTokens: number
}

/** What English comes to in most vocabularies; only for texts that nobody has tokenised yet. */
const charactersPerToken = 4

export const secondsOf = ({ prefillTokens, decodeTokens }: TokenWork, { prefill, decode }: MeasuredRates): number =>
  prefillTokens / prefill + decodeTokens / decode

/** `textCharacters`: of the text whose quality is scored. */
export function workOf(plan: BenchPlan, textCharacters: number): TokenWork {
  const { speed, latency, quality, passkey, answers, cacheless } = plan
  const works: TokenWork[] = []
  const add = (prefillTokens: number, decodeTokens: number, times = 1) =>
    works.push({ prefillTokens: prefillTokens * times, decodeTokens: decodeTokens * times })
  for (const { prompt, generated, depth } of speed?.tests ?? [])
    add(depth + prompt, generated, (speed?.repetitions ?? 0) + (speed?.warmUp ? 1 : 0))
  if (latency) add(tokensOf(latency.prompt), latency.outputTokens, latency.turns)
  // Both the reference and the setting read the text.
  if (quality) add(2 * scoredTokens(textCharacters, quality.chunkTokens, quality.maxChunks), 0)
  // A number has few tokens; the text around it is what takes the time.
  if (passkey) add(passkey.promptTokens, 8, passkey.depths.length * passkey.trials)
  for (const prompt of answers?.prompts ?? []) add(tokensOf(prompt), answers?.maxTokens ?? 0)
  const variants = plan.variants.length
  // With the first setting alone.
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

/** prompt + (prompt + 1) + ... + (prompt + tokens - 1) */
const rereadTokens = (prompt: number, tokens: number): number => tokens * prompt + (tokens * (tokens - 1)) / 2

/** Means over the speed tests of an earlier run, whatever their settings and depths; null: it has none of one kind. */
export function ratesOf(run: Pick<BenchRun, 'results'>): MeasuredRates | null {
  const rates = { prefill: [] as number[], decode: [] as number[] }
  for (const { task, result } of run.results) {
    if (task.kind !== 'speed' || result?.kind !== 'speed') continue
    const kind = kindOf(task.test)
    if (kind) rates[kind].push(...samplesOf(task.test.prompt + task.test.generated, result.samplesNs))
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return rates.prefill.length === 0 || rates.decode.length === 0 ? null : { prefill: mean(rates.prefill), decode: mean(rates.decode) }
}

/** A test of both has a rate of neither. */
const kindOf = ({ prompt, generated }: SpeedTest): keyof MeasuredRates | null =>
  generated === 0 ? 'prefill' : prompt === 0 ? 'decode' : null

/** `about 40 s`, `about 12 min`, `about 2 h` */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3600)} h`
}
