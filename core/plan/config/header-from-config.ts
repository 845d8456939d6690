/**
 * The header that llama.cpp's converter would write, as far as memory depends on it.
 *
 * Source: convert_hf_to_gguf.py and conversion/ of llama.cpp v0.5.0. Each family names its file.
 */
import { knownArchitectures } from '../../gguf/architectures'
import type { GgufHeader } from '../../gguf/header'
import { makeHeader } from '../../gguf/made-header'
import { legible } from '../../gguf/malformed'
import { withDefaults } from './defaults'
import { allFamilies } from './families/all'
import { commonKeys } from './keys/common-keys'
import { ConfigKeys, type ConfigObject } from './keys/config-keys'
import { family } from './keys/family'
import { defined } from './keys/gguf-keys'
import { modelClassOf } from './model-class'
import { textConfigOf } from './text-config'

export interface ConvertedConfig {
  readonly header: GgufHeader
  readonly usedKeys: readonly string[]
  /** True if computed by the rule that most classes use. */
  readonly assumed: boolean
}

export function headerFromConfig(config: ConfigObject): ConvertedConfig {
  const text = textConfigOf(config)
  const found = allFamilies.get(modelClassOf(config, text) ?? '')
  const converter = found ?? family(unknownArchitecture(text.values))
  const keys = new ConfigKeys(withDefaults(text.values), { section: text.section, isAlsoAtTop: text.section !== null })
  const header = makeHeader(converter.architecture(keys), defined(found ? converter.keys(keys) : commonKeys(keys)))
  return { header, usedKeys: keys.usedNames, assumed: !found }
}

/** Changes a known name, so that the model is not mistaken for that architecture. */
function unknownArchitecture({ model_type: modelType }: ConfigObject): string {
  const name = typeof modelType === 'string' && modelType.trim() !== '' ? legible(modelType) : 'unknown'
  return knownArchitectures.has(name) ? `${name} (?)` : name
}
