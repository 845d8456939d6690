import type { Verdict } from '../../../core/compare/statistics/verdict'
import type { CompareRun } from '../../../core/contract/compare/compare-runs'
import { measuredSettings } from '../measured/measured-settings'
import { depthsOf } from '../measured/measures'
import { verdictFor } from './verdict-for'

/** Compares with the reference, at the smallest depth of the run. Returns undefined if the run lacks the setting. */
export function verdictOfVariant(run: CompareRun, variant: number): Verdict | undefined {
  const settings = measuredSettings(run)
  const [reference] = settings
  const setting = settings[variant]
  if (!reference || !setting) return undefined
  const [depth = 0] = depthsOf(settings)
  return verdictFor(setting, reference, { limits: { ttftMs: 0, itlMs: 0 }, depth })
}
