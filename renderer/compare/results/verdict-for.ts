/** Converts a setting's measurements to the form that core phrases as a verdict. */
import type { Estimate } from '../../../core/compare/statistics/estimate'
import { type ComparedSetting, type Verdict, verdictOf } from '../../../core/compare/statistics/verdict'
import type { MeasuredSetting, SpeedPoint } from '../measured/measured-setting'
import { decodeOf, prefillOf, type Reading } from '../measured/measures'

export function verdictFor(setting: MeasuredSetting, reference: MeasuredSetting, reading: Reading): Verdict {
  const { quality } = setting
  const mean = quality?.divergence?.mean
  const agreement = quality?.topAgreement
  return verdictOf(
    compared(setting, reading),
    compared(reference, reading),
    mean && agreement ? { meanDivergence: sure(mean), topAgreement: sure(agreement) } : null,
  )
}

const compared = (setting: MeasuredSetting, reading: Reading): ComparedSetting => ({
  cacheBytes: setting.memory?.allocatedBytes ?? null,
  decode: meanRate(decodeOf(setting, reading)),
  prefill: meanRate(prefillOf(setting, reading)),
})

/**
 * The mean rate with its standard error, from the deviation of repetitions; null: a single repetition. If their number is unknown, the
 * deviation itself is used, a cautious upper bound.
 */
function meanRate(point: SpeedPoint | undefined): Estimate | null {
  if (!point || point.rate.error === null) return null
  return { value: point.rate.value, error: point.rate.error / Math.sqrt(point.samples ?? 1) }
}

/** The verdict depends on the value alone, so a missing error counts as 0. */
const sure = ({ value, error }: { readonly value: number; readonly error: number | null }): Estimate => ({ value, error: error ?? 0 })
