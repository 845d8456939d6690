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
  readonly cacheBytes: number | null
  /** In tokens per second. */
  readonly decode: Estimate | null
  readonly prefill: Estimate | null
  /** In milliseconds. Given only with rates at the client. */
  readonly ttft?: Estimate | null
}

export interface QualityMeasured {
  readonly meanDivergence: Estimate
  readonly topAgreement: Estimate
}

export type RateChange = 'equal' | 'unclear' | ClearChange
export interface ClearChange {
  /** Change relative to the reference's rate. Negative if slower. */
  readonly by: number
  /** Two standard errors of `by`. */
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

export function rateChange(rate: Estimate | null, reference: Estimate | null): RateChange | null {
  if (!rate || !reference || reference.value <= 0) return null
  const change = rate.value / reference.value - 1
  const blur = (clearStandardErrors * Math.hypot(rate.error, reference.error)) / reference.value
  if (Math.abs(change) <= blur && blur > mostBlurOfSameSpeed) return 'unclear'
  return Math.abs(change) <= blur || Math.abs(change) < leastRelativeDifference ? 'equal' : { by: change, margin: blur }
}
