import type { TemplateAbilities } from '../contract/models/template-abilities'
import type { SamplingSettings } from '../contract/settings/sampling'
import { notSupported, valueNotSupported } from './refusal'

/** `field` asks for reasoning or for none, perhaps with an effort. Throws `api-field-refused` if the model's template cannot follow. */
export function thinkingSettings(
  field: string,
  wanted: boolean,
  effort: string | null,
  abilities: TemplateAbilities | null,
): Partial<SamplingSettings> {
  const canSwitch = abilities !== null && abilities.thinking !== null
  const efforts = abilities?.efforts ?? []
  if (!wanted) {
    if (canSwitch) return { thinking: 'off' }
    if (abilities?.reasoning) throw valueNotSupported(field)
    return {}
  }
  if (!canSwitch && !abilities?.reasoning) throw notSupported(field)
  const switched: Partial<SamplingSettings> = canSwitch ? { thinking: 'on' } : {}
  if (effort === null || efforts.length === 0) return switched
  if (!efforts.includes(effort)) throw valueNotSupported(field)
  return { ...switched, reasoningEffort: effort }
}
