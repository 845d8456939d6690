import { differenceHalf } from '../../stats/welch'
import type { Estimate } from './estimate'
import {
  gradeOf,
  leastMemoryDifference,
  leastRelativeDifference,
  leastRepetitions,
  mostBlurOfSameSpeed,
  mostRelativeDeviation,
  type QualityGrade,
} from './thresholds'

/** A mean. */
export interface RepeatedFigure {
  readonly value: number
  /** Standard deviation of the repetitions. */
  readonly deviation: number
  /** null if unknown, as in llama-bench's CSV files: then at least three are assumed. */
  readonly repetitions: number | null
}

export interface ComparedSetting {
  readonly cacheBytes: number | null
  /** In tokens per second. */
  readonly decode: RepeatedFigure | null
  readonly prefill: RepeatedFigure | null
  /** In milliseconds. Given only with rates at the client. */
  readonly ttft?: RepeatedFigure | null
}

export interface QualityMeasured {
  readonly meanDivergence: Estimate
  readonly topAgreement: Estimate
}

/** `few`: fewer than three repetitions. `unreliable`: the repetitions differ too much, probably because the machine was busy. */
export type RateChange = 'equal' | 'unclear' | 'few' | 'unreliable' | ClearChange
export interface ClearChange {
  /** Change relative to the reference's rate. Negative if slower. */
  readonly by: number
  /** Half of the 95% interval of `by`. */
  readonly margin: number
}

export interface Verdict {
  /** Change relative to the reference's bytes. Negative if smaller. 0 if only the rounding of cells differs. */
  readonly memory: number | null
  readonly decode: RateChange | null
  readonly prefill: RateChange | null
  /** `by` is positive if the time is longer. */
  readonly ttft: RateChange | null
  /** True if a setting is on a server: then both were timed at the client, through their chats. */
  readonly isAtClient: boolean
  readonly quality: {
    readonly nats: number
    readonly agreement: number
    readonly grade: QualityGrade | undefined
  } | null
  readonly suite: SuiteVerdict | null
}

export interface SuiteVerdict {
  /** null if it was not measured. */
  readonly passkeys: { readonly found: number; readonly trials: number; readonly change: ShareChange } | null
  readonly toolCalls: { readonly same: number; readonly prompts: number } | null
  /** Without a grammar. */
  readonly schemas: { readonly valid: number; readonly prompts: number; readonly change: ShareChange } | null
}

/** Compared with the reference. `unclear`: the 95% interval of the difference includes 0. */
export type ShareChange = 'fewer' | 'more' | 'unclear'

export const verdictOf = (
  setting: ComparedSetting,
  reference: ComparedSetting,
  quality: QualityMeasured | null,
  suite: SuiteVerdict | null = null,
  isAtClient = false,
): Verdict => ({
  memory: memoryChange(setting.cacheBytes, reference.cacheBytes),
  decode: rateChange(setting.decode, reference.decode),
  prefill: rateChange(setting.prefill, reference.prefill),
  ttft: rateChange(setting.ttft ?? null, reference.ttft ?? null),
  isAtClient,
  quality: quality && {
    nats: quality.meanDivergence.value,
    agreement: quality.topAgreement.value,
    grade: gradeOf(quality.meanDivergence.value),
  },
  suite,
})

function memoryChange(bytes: number | null, referenceBytes: number | null): number | null {
  if (bytes === null || !referenceBytes) return null
  const change = bytes / referenceBytes - 1
  return Math.abs(change) < leastMemoryDifference ? 0 : change
}

export const isUnreliable = ({ value, deviation }: Pick<RepeatedFigure, 'value' | 'deviation'>): boolean =>
  deviation > mostRelativeDeviation * Math.abs(value)

export function rateChange(rate: RepeatedFigure | null, reference: RepeatedFigure | null): RateChange | null {
  if (!rate || !reference || reference.value <= 0) return null
  const [left, right] = [sampleOf(rate), sampleOf(reference)]
  if (Math.min(left.count, right.count) < leastRepetitions) return 'few'
  if (isUnreliable(rate) || isUnreliable(reference)) return 'unreliable'
  const change = rate.value / reference.value - 1
  const blur = differenceHalf(left, right) / reference.value
  if (Math.abs(change) <= blur && blur > mostBlurOfSameSpeed) return 'unclear'
  return Math.abs(change) <= blur || Math.abs(change) < leastRelativeDifference ? 'equal' : { by: change, margin: blur }
}

const sampleOf = ({ deviation, repetitions }: RepeatedFigure) => ({ deviation, count: repetitions ?? leastRepetitions })
