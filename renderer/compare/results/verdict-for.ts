import type { Estimate } from '../../../core/compare/statistics/estimate'
import { type ComparedSetting, type Verdict, verdictOf } from '../../../core/compare/statistics/verdict'
import { suiteVerdictOf } from '../../../core/compare/suite/suite-verdict'
import type { MeasuredPasskey, MeasuredSetting, SpeedPoint } from '../measured/measured-setting'
import { decodeOf, type Measure, prefillOf, type Reading } from '../measured/measures'

export function verdictFor(setting: MeasuredSetting, reference: MeasuredSetting, reading: Reading): Verdict {
  const { quality } = setting
  const mean = quality?.divergence?.mean
  const agreement = quality?.topAgreement
  const isAtClient = setting.server !== null || reference.server !== null
  const of = (one: MeasuredSetting) => (isAtClient ? atClient(one) : compared(one, reading))
  return verdictOf(
    of(setting),
    of(reference),
    mean && agreement ? { meanDivergence: sure(mean), topAgreement: sure(agreement) } : null,
    suiteVerdictOf(setting.suite, reference.suite, { setting: counted(setting.passkey), reference: counted(reference.passkey) }),
    isAtClient,
  )
}

/** The mean of a compared rate, with its standard error. null without one. */
export function meanOf(key: Measure['key'], setting: MeasuredSetting, reading: Reading): Estimate | null {
  if (key === 'decode' || key === 'prefill') return compared(setting, reading)[key]
  if (key === 'clientDecode') return atClient(setting).decode
  return key === 'clientPrefill' ? atClient(setting).prefill : null
}

const counted = (passkey: MeasuredPasskey | null): MeasuredPasskey | null => (passkey && passkey.trials > 0 ? passkey : null)

/** llama-bench's tests and a server's chat are not comparable, so both settings are compared by their turns. */
function atClient({ latency }: MeasuredSetting): ComparedSetting {
  const turns = latency?.turns.length || 1
  const mean = (estimate: { readonly value: number; readonly error: number | null } | null | undefined): Estimate | null =>
    !estimate || estimate.error === null ? null : { value: estimate.value, error: estimate.error / Math.sqrt(turns) }
  return {
    cacheBytes: null,
    decode: mean(latency?.client.outputRate),
    prefill: mean(latency?.client.promptRate),
    ttft: mean(latency?.ttft),
  }
}

const compared = (setting: MeasuredSetting, reading: Reading): ComparedSetting => ({
  cacheBytes: setting.memory?.allocatedBytes ?? null,
  decode: meanRate(decodeOf(setting, reading)),
  prefill: meanRate(prefillOf(setting, reading)),
})

/** `error` is the standard error of the mean, or the deviation as an upper bound if the number of repetitions is unknown. null while repetitions are missing. */
function meanRate(point: SpeedPoint | undefined): Estimate | null {
  if (!point || point.isPartial || point.rate.error === null) return null
  return { value: point.rate.value, error: point.rate.error / Math.sqrt(point.samples ?? 1) }
}

const sure = ({ value, error }: { readonly value: number; readonly error: number | null }): Estimate => ({ value, error: error ?? 0 })
