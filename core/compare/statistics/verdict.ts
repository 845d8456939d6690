/**
 * Compares a setting with the reference in plain words:
 *
 *   47 % less memory, decode 12 % slower, KLD 0.0004 nats, same first choice at 99.6 % of tokens: hardly different from the reference
 *
 * It mentions only what was measured. The words come from ./thresholds.ts.
 */
import { formatNumber } from '../../text/number-language'
import type { Estimate } from './estimate'
import {
  clearStandardErrors,
  gradeOf,
  leastMemoryDifference,
  leastRelativeDifference,
  mostBlurOfSameSpeed,
  type QualityGrade,
} from './thresholds'

export interface ComparedSetting {
  /** Bytes of all caches; null if unknown. */
  readonly cacheBytes: number | null
  /** Tokens per second; null if not measured. */
  readonly decode: Estimate | null
  readonly prefill: Estimate | null
}

export interface QualityMeasured {
  readonly meanDivergence: Estimate
  readonly topAgreement: Estimate
}

export interface Verdict {
  /** In order: memory, decode, prefill, divergence, agreement. Empty if nothing was measured. */
  readonly facts: readonly string[]
  /** null if quality was not measured. */
  readonly quality: QualityGrade | null
  /** All facts as one sentence without a full stop; '' if nothing was measured. */
  readonly sentence: string
}

export function verdictOf(setting: ComparedSetting, reference: ComparedSetting, quality: QualityMeasured | null): Verdict {
  const facts = [
    memoryFact(setting.cacheBytes, reference.cacheBytes),
    rateFact('decode', setting.decode, reference.decode),
    rateFact('prefill', setting.prefill, reference.prefill),
    ...(quality ? [`KLD ${formatNats(quality.meanDivergence.value)} nats`, agreementFact(quality.topAgreement.value)] : []),
  ].filter((fact) => fact !== null)
  const grade = (quality && gradeOf(quality.meanDivergence.value)) ?? null
  return { facts, quality: grade, sentence: [facts.join(', '), grade?.words].filter(Boolean).join(': ') }
}

const percent = (share: number, digits = 0): string => `${formatNumber(Math.abs(share) * 100, digits)} %`

function memoryFact(bytes: number | null, referenceBytes: number | null): string | null {
  if (bytes === null || !referenceBytes) return null
  const change = bytes / referenceBytes - 1
  if (Math.abs(change) < leastMemoryDifference) return 'the same memory'
  return `${percent(change)} ${change < 0 ? 'less' : 'more'} memory`
}

function rateFact(what: string, rate: Estimate | null, reference: Estimate | null): string | null {
  if (!rate || !reference || reference.value <= 0) return null
  const change = rate.value / reference.value - 1
  const blur = (clearStandardErrors * Math.hypot(rate.error, reference.error)) / reference.value
  if (Math.abs(change) <= blur && blur > mostBlurOfSameSpeed) return `${what} not clearly different`
  if (Math.abs(change) <= blur || Math.abs(change) < leastRelativeDifference) return `${what} as fast`
  return `${what} ${percent(change)} ${change < 0 ? 'slower' : 'faster'}`
}

/** Two significant digits without an exponent: 0, 0.00040, 0.012, 1.3. */
export function formatNats(nats: number): string {
  if (nats === 0) return '0'
  const digits = Math.min(8, Math.max(1, 1 - Math.floor(Math.log10(Math.abs(nats)))))
  return formatNumber(nats, digits)
}

/** Shows "100.0 %" only for exactly all tokens. */
function agreementFact(share: number): string {
  const shown = share < 1 ? Math.min(share, 0.999) : 1
  return `same first choice at ${percent(shown, 1)} of tokens`
}
