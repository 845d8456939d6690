import type { Estimate } from '../../../core/compare/statistics/estimate'
import { type ComparedSetting, type Verdict, verdictOf } from '../../../core/compare/statistics/verdict'
import { suiteVerdictOf } from '../../../core/compare/suite/suite-verdict'
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
    suiteVerdictOf(setting.suite, reference.suite),
  )
}

const compared = (setting: MeasuredSetting, reading: Reading): ComparedSetting => ({
  cacheBytes: setting.memory?.allocatedBytes ?? null,
  decode: meanRate(decodeOf(setting, reading)),
  prefill: meanRate(prefillOf(setting, reading)),
})

/** `error` is the standard error of the mean, or the deviation as an upper bound if the number of repetitions is unknown. */
function meanRate(point: SpeedPoint | undefined): Estimate | null {
  if (!point || point.rate.error === null) return null
  return { value: point.rate.value, error: point.rate.error / Math.sqrt(point.samples ?? 1) }
}

const sure = ({ value, error }: { readonly value: number; readonly error: number | null }): Estimate => ({ value, error: error ?? 0 })
