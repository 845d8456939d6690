/**
 * Latent attention (MLA) caches one row of `kv_lora_rank + qk_rope_head_dim` elements per token instead of K and V.
 *
 * Source: llama.cpp, conversion/deepseek.py, glm.py, hy_v4.py and dots3.py.
 */
import { commonKeys, withNextLayers } from '../keys/common-keys'
import type { ConfigKeys } from '../keys/config-keys'
import { alike, type Families, family } from '../keys/family'
import type { GgufKeys } from '../keys/gguf-keys'

/** `num_key_value_heads` counts the unpacked heads. The cache has 1 head. */
export function latentKeys(config: ConfigKeys): GgufKeys {
  const rank = config.count('kv_lora_rank') ?? 512
  const rope = config.demand('qk_rope_head_dim')
  return {
    ...commonKeys(config),
    'attention.head_count_kv': 1,
    'attention.kv_lora_rank': rank,
    'attention.key_length': rank + rope,
    'attention.value_length': rank,
    'attention.key_length_mla': config.demand('qk_nope_head_dim') + rope,
    'attention.value_length_mla': config.demand('v_head_dim'),
    leading_dense_block_count: config.soft('first_k_dense_replace'),
  }
}

const indexerKeys = (config: ConfigKeys): GgufKeys => ({
  'attention.indexer.head_count': config.demand('index_n_heads'),
  'attention.indexer.key_length': config.demand('index_head_dim'),
  'attention.indexer.top_k': config.demand('index_topk'),
})

const sparse = (config: ConfigKeys): GgufKeys => withNextLayers({ ...latentKeys(config), ...indexerKeys(config) }, config)

const glmSparse = (config: ConfigKeys): GgufKeys => ({
  ...sparse(config),
  'attention.indexer.types': config.words('indexer_types')?.map((type) => type === 'full'),
})

const compressed = (config: ConfigKeys): GgufKeys => ({
  ...commonKeys(config),
  ...indexerKeys(config),
  'attention.sliding_window': config.demand('sliding_window'),
  'attention.compress_ratios': config.demandCounts('compress_ratios'),
  'hyper_connection.count': config.soft('hc_mult'),
})

export const deepseek: Families = {
  ...alike(
    'DeepseekV2ForCausalLM DeepseekV3ForCausalLM KimiVLForConditionalGeneration KimiK25ForConditionalGeneration YoutuForCausalLM YoutuVLForConditionalGeneration',
    family('deepseek2', latentKeys),
  ),
  ...alike('DeepseekOCRForCausalLM UnlimitedOCRForCausalLM', family('deepseek2-ocr')),
  Glm4MoeLiteForCausalLM: family('deepseek2', (config) => withNextLayers(latentKeys(config), config)),
  DeepseekV32ForCausalLM: family('deepseek32', sparse),
  GlmMoeDsaForCausalLM: family('glm-dsa', glmSparse),
  DeepseekV4ForCausalLM: family('deepseek4', compressed),
}
