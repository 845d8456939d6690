import { type ComparedSetting, type RepeatedFigure, type Verdict, verdictOf } from '../../../core/compare/statistics/verdict'
import { suiteVerdictOf } from '../../../core/compare/suite/suite-verdict'
import type { Estimate, MeasuredPasskey, MeasuredSetting, SpeedPoint } from '../measured/measured-setting'
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

/** The rate with its deviation. null for other measures, and for a rate without a deviation. */
export function repeatedOf(key: Measure['key'], setting: MeasuredSetting, reading: Reading): RepeatedFigure | null {
  if (key === 'decode' || key === 'prefill') return compared(setting, reading)[key]
  if (key === 'clientDecode') return atClient(setting).decode
  return key === 'clientPrefill' ? atClient(setting).prefill : null
}

const counted = (passkey: MeasuredPasskey | null): MeasuredPasskey | null => (passkey && passkey.trials > 0 ? passkey : null)

/** llama-bench's tests and a server's chat are not comparable, so both settings are compared by their turns. */
function atClient({ latency }: MeasuredSetting): ComparedSetting {
  const turns = latency?.turns.length || null
  const mean = (estimate: Estimate | null | undefined) => repeated(estimate, turns)
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

/** null while repetitions are missing. */
const meanRate = (point: SpeedPoint | undefined): RepeatedFigure | null =>
  !point || point.isPartial ? null : repeated(point.rate, point.samples)

const repeated = (estimate: Estimate | null | undefined, repetitions: number | null): RepeatedFigure | null =>
  !estimate || estimate.error === null ? null : { value: estimate.value, deviation: estimate.error, repetitions }

const sure = ({ value, error }: Estimate) => ({ value, error: error ?? 0 })
