/** Source: llama.cpp, `get_model_architecture` in conversion/base.py. */

import { allFamilies } from './families/all'
import { type ConfigObject, type ConfigValue, isObject } from './keys/config-keys'
import { classOfModelType } from './model-types'
import type { TextConfig } from './text-config'

export function modelClassOf(config: ConfigObject, text: TextConfig): string | null {
  const named = namedClasses(config, text).find((name) => allFamilies.has(name))
  return named ?? ownMambaClass(config) ?? classOfModelType(text.values.model_type) ?? classOfModelType(config.model_type) ?? null
}

/** Puts the language model's class first, except for the classes in `wholesBeforeParts`. */
function namedClasses(config: ConfigObject, { values, section }: TextConfig): string[] {
  const whole = firstOf(config.architectures)
  if (section === null) return whole
  const own = isObject(config[section]) ? firstOf(config[section].architectures) : firstOf(values.architectures)
  return whole.some((name) => wholesBeforeParts.has(name)) ? [...whole, ...own] : [...own, ...whole]
}

const wholesBeforeParts = new Set([
  'StepVLForConditionalGeneration',
  'Sarashina2VisionForCausalLM',
  'Exaone4_5_ForConditionalGeneration',
  'Step3p7ForConditionalGeneration',
  'KimiK3ForConditionalGeneration',
])

const firstOf = (value: ConfigValue | undefined): string[] => {
  const first = Array.isArray(value) ? value[0] : undefined
  return typeof first === 'string' ? [first] : []
}

function ownMambaClass({ ssm_cfg: own }: ConfigObject): string | undefined {
  if (!isObject(own)) return undefined
  return own.layer === 'Mamba2' ? 'Mamba2ForCausalLM' : 'MambaForCausalLM'
}
