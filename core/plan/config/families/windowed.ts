/** Source: the file of each architecture in llama.cpp's conversion/. */
import { commonKeys, layersOf, slidingFlags, withNextLayers } from '../keys/common-keys'
import type { ConfigKeys } from '../keys/config-keys'
import { alike, extended, type Families, family } from '../keys/family'
import type { GgufKeys } from '../keys/gguf-keys'
import { everyNth } from '../keys/layer-types'

const windowOf = (config: ConfigKeys): GgufKeys => ({ 'attention.sliding_window': config.demand('sliding_window') })
const listed = (config: ConfigKeys): GgufKeys => ({
  ...windowOf(config),
  'attention.sliding_window_pattern': slidingFlags(config.demandWords('layer_types')),
})

const olmo = (config: ConfigKeys): GgufKeys => {
  if (!config.has('sliding_window')) return {}
  return { ...windowOf(config), 'attention.sliding_window_pattern': slidingFlags(config.words('layer_types') ?? everyNth(4, config)) }
}

/** The pattern is a word per layer, letters ("LLLG", where L is sliding), or a period. */
const exaone4 = (config: ConfigKeys): GgufKeys => {
  if (!config.has('sliding_window')) return {}
  const layers = layersOf(config)
  const types = config.words('layer_types')
  const letters = config.word('sliding_window_pattern')
  const period = letters === undefined ? config.count('sliding_window_pattern') : undefined
  const slides = (layer: number) => (letters ? letters[layer % letters.length] === 'L' : (layer + 1) % (period ?? 4) !== 0)
  const isSaid = letters || period
  return {
    ...windowOf(config),
    'attention.sliding_window_pattern': types
      ? slidingFlags(types)
      : isSaid
        ? Array.from({ length: layers }, (_, layer) => slides(layer))
        : undefined,
  }
}

const smallThinker = (config: ConfigKeys): GgufKeys => {
  const isSliding = config.counts('sliding_window_layout')?.some((one) => one !== 0) ?? false
  return { 'attention.sliding_window': isSliding ? config.count('sliding_window_size') || undefined : undefined }
}

const mellum = (config: ConfigKeys): GgufKeys =>
  config.flag('use_sliding_window') === false || !config.has('sliding_window') ? {} : listed(config)

const laguna = (config: ConfigKeys): GgufKeys => ({
  'attention.head_count': config.counts('num_attention_heads_per_layer') ?? config.demand('num_attention_heads'),
  'attention.sliding_window': config.count('sliding_window') || undefined,
})

const plamo3 = (config: ConfigKeys): GgufKeys => ({
  'attention.sliding_window': config.count('window_size sliding_window'),
  'attention.sliding_window_pattern': config.has('window_size sliding_window') ? config.count('sliding_window_pattern') : undefined,
})

export const windowed: Families = {
  GptOssForCausalLM: extended('gpt-oss', windowOf),
  CohereForCausalLM: extended('command-r', (config) => ({ context_length: config.count('model_max_length max_position_embeddings') ?? 0 })),
  Cohere2ForCausalLM: extended('cohere2', windowOf),
  Cohere2MoeForCausalLM: family('cohere2moe', (config) => withNextLayers({ ...commonKeys(config), ...listed(config) }, config)),
  ...alike('Olmo2ForCausalLM Olmo3ForCausalLM', extended('olmo2', olmo)),
  Exaone4ForCausalLM: extended('exaone4', exaone4),
  Exaone4_5_ForConditionalGeneration: family('exaone4', (config) => withNextLayers({ ...commonKeys(config), ...exaone4(config) }, config)),
  ...alike(
    'ExaoneMoEForCausalLM ExaoneMoeForCausalLM',
    family('exaone-moe', (config) => withNextLayers({ ...commonKeys(config), ...exaone4(config) }, config)),
  ),
  SmallThinkerForCausalLM: extended('smallthinker', smallThinker),
  AfmoeForCausalLM: extended('afmoe', (config) => ({ 'attention.sliding_window': config.count('sliding_window') })),
  LagunaForCausalLM: extended('laguna', laguna),
  MellumForCausalLM: extended('mellum', mellum),
  MuseGlimmerForConditionalGeneration: extended('muse-glimmer', listed),
  MapleForCausalLM: extended('maple', listed),
  Spark2_5ForCausalLM: extended('spark2_5', listed),
  ...alike('Plamo3ForCausalLM PLaMo3ForCausalLM', extended('plamo3', plamo3)),
}
