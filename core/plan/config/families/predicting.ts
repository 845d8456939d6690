/** Source: the file of each architecture in llama.cpp's conversion/. */
import { commonKeys, layersOf, withNextLayers } from '../keys/common-keys'
import { type ConfigKeys, mostLayers } from '../keys/config-keys'
import { alike, extended, type Families, family } from '../keys/family'
import type { GgufKeys } from '../keys/gguf-keys'

const predicting = (config: ConfigKeys): GgufKeys => withNextLayers(commonKeys(config), config)

const minimaxM3 = (config: ConfigKeys): GgufKeys => {
  const own = config.demandSection('sparse_attention_config')
  const frequencies = config.demandCounts('moe_layer_freq')
  const firstSparse = frequencies.findIndex((frequency) => frequency !== 0)
  return {
    'attention.indexer.head_count': own.demand('sparse_num_index_heads'),
    'attention.indexer.key_length': own.demand('sparse_index_dim'),
    'attention.indexer.top_k': own.soft('sparse_topk_blocks'),
    leading_dense_block_count: firstSparse < 0 ? frequencies.length : firstSparse,
  }
}

/** MiMo's prediction layers have a sliding window. config.json does not list them. */
const mimoNextLayers = 3
function mimo2(config: ConfigKeys): GgufKeys {
  const slides = [...config.demandCounts('hybrid_layer_pattern'), ...new Array<number>(mimoNextLayers).fill(1)]
  const [full, sliding] = [config.demand('num_key_value_heads'), config.demand('swa_num_key_value_heads')]
  return {
    ...commonKeys(config),
    block_count: layersOf(config) + mimoNextLayers,
    nextn_predict_layers: mimoNextLayers,
    'attention.head_count_kv': slides.map((does) => (does === 1 ? sliding : full)),
    'attention.sliding_window': config.demand('sliding_window'),
    'attention.sliding_window_pattern': slides,
    'attention.value_length': config.demand('v_head_dim'),
  }
}

/** `num_attention_groups` is the number of KV heads. */
function step35(config: ConfigKeys): GgufKeys {
  const keys = predicting(config)
  const said = config.words('layer_types') ?? []
  const slides = Array.from({ length: Number(keys.block_count) }, (_, layer) => said[layer] === 'sliding_attention')
  const other = config.section('attention_other_setting')
  const either = (full: number, sliding: number | undefined) => slides.map((does) => (does ? (sliding ?? full) : full))
  return {
    ...keys,
    'attention.head_count': either(config.demand('num_attention_heads'), other?.count('num_attention_heads')),
    'attention.head_count_kv': either(config.demand('num_attention_groups'), other?.count('num_attention_groups')),
    'attention.sliding_window': config.demand('sliding_window'),
    'attention.sliding_window_pattern': slides,
  }
}

function deci(config: ConfigKeys): GgufKeys {
  const blocks = config.sections('block_configs')
  const keys = { ...commonKeys(config), 'attention.head_count_kv': config.perLayer('num_key_value_heads_per_layer num_key_value_heads') }
  if (!blocks) return keys
  const heads = config.demand('num_attention_heads')
  const headDim = Math.floor(config.demand('hidden_size') / Math.max(1, heads))
  const attention = blocks.map((block) => block.demandSection('attention'))
  const shares = attention.map((own) => own.count('n_heads_in_group') ?? 0)
  return {
    ...keys,
    'attention.head_count': attention.map((own, layer) => (shares[layer] || own.flag('replace_with_linear') ? heads : 0)),
    'attention.head_count_kv': shares.map((share) => (share ? Math.floor(heads / share) : 0)),
    'attention.key_length': headDim,
    'attention.value_length': headDim,
  }
}

export const predictingFamilies: Families = {
  ...alike('Glm4MoeForCausalLM Glm4vMoeForConditionalGeneration SolarOpenForCausalLM', family('glm4moe', predicting)),
  GlmOcrForConditionalGeneration: family('glm4', predicting),
  ...alike('BailingMoeV2ForCausalLM SarvamMoEForCausalLM modeling_sarvam_moe.SarvamMoEForCausalLM', family('bailingmoe2', predicting)),
  HYV3ForCausalLM: family('hy_v3', predicting),
  ...alike('MiniMaxM3SparseForCausalLM MiniMaxM3SparseForConditionalGeneration', extended('minimax-m3', minimaxM3)),
  ...alike('MiMoV2FlashForCausalLM MiMoV2ForCausalLM', family('mimo2', mimo2)),
  ...alike('Step3p5ForCausalLM Step3p7ForConditionalGeneration', family('step35', step35)),
  NanbeigeForCausalLM: extended('nanbeige', (config) => ({ num_loops: config.count('num_loops', mostLayers) || 1 })),
  DeciLMForCausalLM: family('deci', deci),
}
