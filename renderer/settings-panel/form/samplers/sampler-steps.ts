import type { SamplingSettings } from '../../../../core/contract/settings/sampling'
import type { NumberFieldName } from '../../../settings/number-fields'

export type NumberName = {
  [Name in NumberFieldName & keyof SamplingSettings]: SamplingSettings[Name] extends number | null ? Name : never
}[NumberFieldName & keyof SamplingSettings]

/** 1 if absent. */
export const samplerSteps: Partial<Record<NumberName, number>> = {
  temperature: 0.1,
  topP: 0.05,
  minP: 0.01,
  repeatPenalty: 0.05,
  frequencyPenalty: 0.1,
  presencePenalty: 0.1,
  dryMultiplier: 0.1,
  dryBase: 0.05,
  xtcProbability: 0.1,
  xtcThreshold: 0.05,
}
