import type { OtherFile } from '../../contract/errors/gguf-reasons'
import { type ConfigObject, isObject } from './keys/config-keys'
import { unreadable } from './keys/unreadable'

interface OtherKind {
  readonly file: OtherFile
  readonly is: (config: ConfigObject) => boolean
}

const has =
  (...keys: readonly string[]) =>
  (config: ConfigObject): boolean =>
    keys.some((key) => Object.hasOwn(config, key))

const kinds: readonly OtherKind[] = [
  { file: 'diffusers', is: has('_class_name', '_diffusers_version') },
  { file: 'adapter', is: has('peft_type', 'lora_alpha') },
  { file: 'weight-index', is: has('weight_map') },
  { file: 'tokenizer', is: (config) => isObject(config.model) && Object.hasOwn(config.model, 'vocab') },
  {
    file: 'tokenizer-config',
    is: (config) => has('tokenizer_class', 'added_tokens_decoder', 'chat_template')(config) && !describesLayers(config),
  },
  {
    file: 'processor',
    is: (config) => has('processor_class', 'image_processor_type', 'feature_extractor_type')(config) && !describesLayers(config),
  },
  {
    file: 'generation-config',
    is: (config) => has('do_sample', 'temperature', 'top_p', '_from_model_config')(config) && !describesLayers(config),
  },
  { file: 'package', is: (config) => has('dependencies', 'devDependencies')(config) && has('name')(config) },
]

const layerKeys = ['num_hidden_layers', 'n_layer', 'n_layers', 'num_layers', 'text_config', 'model_type', 'architectures']
const describesLayers = has(...layerKeys)

/** Throws `config-unreadable`. */
export function refuseOtherConfigs(config: ConfigObject): void {
  const kind = kinds.find(({ is }) => is(config))
  if (kind) throw unreadable({ kind: 'other-file', file: kind.file })
}
