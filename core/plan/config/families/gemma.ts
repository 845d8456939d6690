/** Source: llama.cpp, conversion/gemma.py. */
import { commonKeys, slidingFlags } from '../keys/common-keys'
import type { ConfigKeys } from '../keys/config-keys'
import { alike, type Families, family } from '../keys/family'
import type { GgufKeys } from '../keys/gguf-keys'
import { everyNth } from '../keys/layer-types'

const withHeads = (config: ConfigKeys): GgufKeys => ({ ...commonKeys(config), 'attention.sliding_window': undefined })
const gemma2 = (config: ConfigKeys): GgufKeys => ({ ...withHeads(config), 'attention.sliding_window': config.demand('sliding_window') })

const gemma3 = (config: ConfigKeys): GgufKeys => {
  const isDense = config.perLayer('sliding_window_pattern') === 1
  return { ...withHeads(config), 'attention.sliding_window': isDense ? undefined : config.demand('sliding_window') }
}

const gemma3n = (config: ConfigKeys): GgufKeys => ({
  ...gemma3(config),
  'attention.shared_kv_layers': config.count('num_kv_shared_layers') ?? 0,
  'attention.sliding_window_pattern': slidingFlags(config.words('layer_types') ?? everyNth(5, config)),
})

/** `head_dim` is for sliding layers. Full layers have `global_head_dim` or, since transformers 5.18, `per_layer_config`. */
const gemma4 = (config: ConfigKeys): GgufKeys => {
  const slides = slidingFlags(config.words('layer_types') ?? everyNth(6, config))
  const kvHeads = config.count('num_key_value_heads')
  const full = [...config.numbered('per_layer_config')].find(([layer]) => slides[layer] === false)?.[1]
  const hasOwnHeads = config.flag('attention_k_eq_v') === true
  const globalKvHeads = (hasOwnHeads ? config.count('num_global_key_value_heads') : undefined) ?? full?.count('num_key_value_heads')
  const globalDim = full?.count('head_dim') ?? config.demand('global_head_dim')
  const slidingDim = config.demand('head_dim')
  return {
    ...gemma3(config),
    'attention.shared_kv_layers': config.count('num_kv_shared_layers') ?? 0,
    'attention.sliding_window_pattern': slides,
    'attention.key_length': globalDim,
    'attention.value_length': globalDim,
    'attention.key_length_swa': slidingDim,
    'attention.value_length_swa': slidingDim,
    'attention.head_count_kv':
      globalKvHeads === undefined || kvHeads === undefined ? kvHeads : slides.map((isSliding) => (isSliding ? kvHeads : globalKvHeads)),
  }
}

export const gemma: Families = {
  GemmaForCausalLM: family('gemma', withHeads),
  Gemma2ForCausalLM: family('gemma2', gemma2),
  ...alike('Gemma3ForCausalLM Gemma3ForConditionalGeneration', family('gemma3', gemma3)),
  Gemma3TextModel: family('gemma-embedding', gemma2),
  ...alike('Gemma3nForCausalLM Gemma3nForConditionalGeneration', family('gemma3n', gemma3n)),
  ...alike('Gemma4ForConditionalGeneration Gemma4ForCausalLM Gemma4UnifiedForConditionalGeneration', family('gemma4', gemma4)),
}
