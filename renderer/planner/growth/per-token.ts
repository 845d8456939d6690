import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { planSettings } from '../../../core/kv/kv-settings-plan'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { presetSubject, presets } from '../plan/presets'

export interface PerTokenPoint {
  readonly id: string
  readonly name: string
  readonly parameters: number
  readonly kibibytes: number
}

const contextTokens = 32_768

/**
 * Averages over the context at f16, so that windows and states count. null if llama.cpp refuses the settings or the model caches nothing.
 */
export function kibibytesPerToken({ shape }: PlanSubject): number | null {
  const { refused, totalCacheBytes } = planSettings(shape, defaultKvSettings, contextTokens)
  return refused || totalCacheBytes === 0 ? null : totalCacheBytes / contextTokens / 1024
}

export const presetPoints = (): readonly PerTokenPoint[] =>
  presets.flatMap((preset) => {
    const kibibytes = kibibytesPerToken(presetSubject(preset))
    return kibibytes === null ? [] : [{ id: preset.id, name: preset.name, parameters: preset.parameters, kibibytes }]
  })

export function ownPoint(subject: PlanSubject): PerTokenPoint | null {
  const { elements } = subject
  const counted = elements?.layers.reduce((sum, one) => sum + one, elements.embedding + elements.output)
  const parameters = subject.parameters ?? counted
  const kibibytes = kibibytesPerToken(subject)
  return parameters && kibibytes !== null ? { id: 'own', name: subject.name, parameters, kibibytes } : null
}
