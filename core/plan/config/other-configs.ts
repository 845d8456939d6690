/** Recognizes JSON files that are stored next to a config.json or describe something else, so that the error can name them. */
import { type ConfigObject, isObject } from './keys/config-keys'
import { unreadable } from './keys/unreadable'

interface OtherKind {
  readonly what: string
  readonly is: (config: ConfigObject) => boolean
}

const has =
  (...keys: readonly string[]) =>
  (config: ConfigObject): boolean =>
    keys.some((key) => Object.hasOwn(config, key))

const kinds: readonly OtherKind[] = [
  { what: 'the configuration of an image model (diffusers)', is: has('_class_name', '_diffusers_version') },
  { what: 'the configuration of an adapter (LoRA); take that of the model it belongs to', is: has('peft_type', 'lora_alpha') },
  { what: 'the index of the weight files (model.safetensors.index.json)', is: has('weight_map') },
  { what: 'a tokenizer.json', is: (config) => isObject(config.model) && Object.hasOwn(config.model, 'vocab') },
  {
    what: 'a tokenizer_config.json',
    is: (config) => has('tokenizer_class', 'added_tokens_decoder', 'chat_template')(config) && !describesLayers(config),
  },
  {
    what: 'the configuration of an image or audio processor (preprocessor_config.json)',
    is: (config) => has('processor_class', 'image_processor_type', 'feature_extractor_type')(config) && !describesLayers(config),
  },
  {
    what: 'a generation_config.json',
    is: (config) => has('do_sample', 'temperature', 'top_p', '_from_model_config')(config) && !describesLayers(config),
  },
  { what: 'a package.json', is: (config) => has('dependencies', 'devDependencies')(config) && has('name')(config) },
]

const layerKeys = ['num_hidden_layers', 'n_layer', 'n_layers', 'num_layers', 'text_config', 'model_type', 'architectures']
const describesLayers = has(...layerKeys)

/** Throws `config-unreadable`. */
export function refuseOtherConfigs(config: ConfigObject): void {
  const kind = kinds.find(({ is }) => is(config))
  if (kind) throw unreadable(`it is ${kind.what}`)
}
