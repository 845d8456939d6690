/** Source: src/transformers/models/ in Hugging Face transformers 5.18, which llama.cpp's converter uses in `ModelBase.load_hparams`. */
import type { ConfigObject } from './keys/config-keys'

const heads = (query: number, kv: number, headDim?: number): ConfigObject => ({
  num_attention_heads: query,
  num_key_value_heads: kv,
  ...(headDim === undefined ? {} : { head_dim: headDim }),
})
const linear = {
  linear_conv_kernel_dim: 4,
  linear_key_head_dim: 128,
  linear_value_head_dim: 128,
  linear_num_key_heads: 16,
  linear_num_value_heads: 32,
}
const latent = { kv_lora_rank: 512, qk_rope_head_dim: 64, qk_nope_head_dim: 128, v_head_dim: 128 }
const indexer = { index_topk: 2048, index_head_dim: 128, index_n_heads: 64 }
const mamba = { mamba_d_conv: 4, mamba_d_state: 256, mamba_n_groups: 1, mamba_expand: 2 }

const defaults: Readonly<Record<string, ConfigObject>> = {
  mistral: { num_key_value_heads: 8 },
  mixtral: { num_key_value_heads: 8 },
  ministral3: heads(32, 8, 128),
  mistral4: { ...latent, kv_lora_rank: 256, qk_nope_head_dim: 64 },
  llama4_text: heads(40, 8, 128),
  qwen3: { head_dim: 128 },
  qwen3_moe: { num_key_value_heads: 4 },
  qwen3_vl_text: { head_dim: 128 },
  qwen3_vl_moe_text: { head_dim: 128 },
  qwen3_next: { ...heads(16, 2, 256), ...linear },
  qwen3_5_text: { ...heads(16, 4, 256), ...linear },
  qwen3_5_moe_text: { ...heads(16, 2, 256), ...linear },
  gemma: { head_dim: 256 },
  gemma2: { ...heads(8, 4, 256), sliding_window: 4096, max_position_embeddings: 8192 },
  gemma3_text: { ...heads(8, 4, 256), sliding_window: 4096, max_position_embeddings: 131_072 },
  gemma3n_text: { ...heads(8, 2, 256), sliding_window: 512, num_kv_shared_layers: 15, max_position_embeddings: 32_768 },
  gemma4_text: { ...heads(8, 4, 256), global_head_dim: 512, sliding_window: 512, max_position_embeddings: 131_072 },
  phimoe: { num_key_value_heads: 8 },
  deepseek_v2: latent,
  deepseek_v3: latent,
  deepseek_v32: { ...latent, ...indexer },
  deepseek_v4: { ...heads(64, 1, 512), ...indexer, index_topk: 512, sliding_window: 128 },
  gpt_oss: { ...heads(64, 8, 64), sliding_window: 128 },
  jamba: { ...heads(32, 8), attn_layer_period: 8, attn_layer_offset: 4, mamba_d_conv: 4, mamba_d_state: 16, mamba_expand: 2 },
  falcon_h1: { ...heads(32, 8), ...mamba, mamba_d_ssm: 1024 },
  granitemoehybrid: mamba,
  bamba: { ...heads(32, 8), ...mamba },
  mamba2: { n_groups: 8 },
  cohere2: { sliding_window: 4096 },
  cohere2_moe: { head_dim: 128, sliding_window: 4096 },
  glm: heads(32, 2, 128),
  glm4: heads(32, 2, 128),
  glm4_moe: { num_key_value_heads: 8 },
  glm4_moe_lite: { ...latent, qk_nope_head_dim: 192, v_head_dim: 256 },
  glm_moe_dsa: { ...latent, qk_nope_head_dim: 192, v_head_dim: 256, ...indexer, index_n_heads: 32 },
  minimax_m2: heads(48, 8, 128),
  olmo3: { sliding_window: 4096 },
  starcoder2: { num_key_value_heads: 2 },
  exaone4: { sliding_window: 4096 },
  nemotron_h: { ...heads(32, 8, 128), ssm_state_size: 128, mamba_num_heads: 128, mamba_head_dim: 64, n_groups: 8, conv_kernel: 4 },
  lfm2: { ...heads(32, 8), conv_L_cache: 3 },
  lfm2_moe: { ...heads(32, 8), conv_L_cache: 3 },
  smollm3: { num_key_value_heads: 4 },
  seed_oss: { num_key_value_heads: 8, head_dim: 128 },
  ernie4_5: { num_key_value_heads: 2, head_dim: 128 },
  ernie4_5_moe: { num_key_value_heads: 4 },
}

/** A key in `config` keeps its value, even null. */
export function withDefaults(config: ConfigObject): ConfigObject {
  const { model_type: modelType } = config
  if (typeof modelType !== 'string' || !Object.hasOwn(defaults, modelType)) return config
  return { ...defaults[modelType], ...config }
}
