/** Where a model reached its highest rate of arithmetic, and what the measured prefill says about the roofline. */
import type { PrefillPeak } from '../contract/models/bandwidth'
import type { MeasuredDecode, MeasuredPrefill } from './conversation-points'

export type RateSource =
  | { readonly kind: 'prefill-test'; readonly batchTokens: number }
  | { readonly kind: 'decode-test' }
  | { readonly kind: 'answer-prefill'; readonly tokens: number }
  | { readonly kind: 'answer-decode'; readonly tokens: number }

export interface HighestRate {
  readonly flopPerSecond: number
  readonly source: RateSource
}

export function highestRate(
  { byBatch, decodeFlopPerSecond = 0 }: Pick<PrefillPeak, 'byBatch' | 'decodeFlopPerSecond'>,
  prefills: readonly MeasuredPrefill[],
  decodes: readonly MeasuredDecode[],
): HighestRate {
  const rates: HighestRate[] = [
    ...byBatch.map(({ batchTokens, flopPerSecond }) => ({ flopPerSecond, source: { kind: 'prefill-test', batchTokens } as const })),
    { flopPerSecond: decodeFlopPerSecond, source: { kind: 'decode-test' } },
    ...prefills.map(({ tokens, flopPerSecond }) => ({ flopPerSecond, source: { kind: 'answer-prefill', tokens } as const })),
    ...decodes.map(({ tokens, flopPerSecond }) => ({ flopPerSecond, source: { kind: 'answer-decode', tokens } as const })),
  ]
  return rates.reduce((highest, rate) => (rate.flopPerSecond > highest.flopPerSecond ? rate : highest))
}

/** A larger spread of the repetitions means that something else was running. */
const mostSpread = 0.25

/** The largest spread of the repetitions of a micro-batch, if it is large. */
export function busySpread({ byBatch }: Pick<PrefillPeak, 'byBatch'>): number | null {
  const spread = Math.max(...byBatch.map((one) => one.spread ?? 0))
  return spread > mostSpread ? spread : null
}

/** `unknown`: no larger micro-batch was measured. */
export type TurningEvidence =
  | { readonly kind: 'agrees' | 'unknown' }
  | { readonly kind: 'contradicts'; readonly from: number; readonly to: number; readonly times: number }

/** Smaller gains are noise. */
const leastGain = 1.1

/** Whether measured prefill stops getting faster at the micro-batch where the roofline says that computing limits it. */
export function turningEvidence({ byBatch }: Pick<PrefillPeak, 'byBatch'>, turningBatchTokens: number): TurningEvidence {
  const [first, ...larger] = byBatch.filter(({ batchTokens }) => batchTokens >= turningBatchTokens)
  if (!first || larger.length === 0) return { kind: 'unknown' }
  const fastest = larger.reduce((best, one) => (one.tokensPerSecond > best.tokensPerSecond ? one : best))
  const times = fastest.tokensPerSecond / first.tokensPerSecond
  return times > leastGain ? { kind: 'contradicts', from: first.batchTokens, to: fastest.batchTokens, times } : { kind: 'agrees' }
}
