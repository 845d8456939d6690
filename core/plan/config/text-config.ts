/** Source: llama.cpp, `ModelBase.load_hparams` and `TextModel.__init__` in conversion/base.py. */
import { type ConfigObject, type ConfigValue, isObject } from './keys/config-keys'

export interface TextConfig {
  readonly values: ConfigObject
  readonly section: string | null
}

export function textConfigOf(config: ConfigObject): TextConfig {
  for (const section of sections) {
    const found = at(config, section)
    if (isObject(found)) return { values: { ...config, ...found }, section }
  }
  return { values: config, section: null }
}

/** In the converter's order of precedence. */
const sections = ['lfm', 'language_config', 'thinker_config.text_config', 'lm_config', 'llm_config', 'text_config']

const at = (config: ConfigObject, path: string): ConfigValue | undefined =>
  path
    .split('.')
    .reduce<ConfigValue | undefined>((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), config)
