/**
 * Makes the header that llama.cpp's converter would write, limited to keys that memory depends on.
 *
 * Source: convert_hf_to_gguf.py and conversion/ in llama.cpp v0.5.0.
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
  /** True if the class is unknown. Then only the common keys are used. */
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

/** A model of an unknown class may share its name with a known architecture. ' (?)' keeps that architecture's rules from applying. */
function unknownArchitecture({ model_type: modelType }: ConfigObject): string {
  const name = typeof modelType === 'string' && modelType.trim() !== '' ? legible(modelType) : 'unknown'
  return knownArchitectures.has(name) ? `${name} (?)` : name
}
