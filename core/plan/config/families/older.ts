/** Source: the file of each architecture in llama.cpp's conversion/. */
import { computeKeys, contextLength, layersOf } from '../keys/common-keys'
import type { ConfigKeys } from '../keys/config-keys'
import { alike, type Families, family } from '../keys/family'
import type { GgufKeys } from '../keys/gguf-keys'

interface Attention {
  readonly context?: number
  readonly width: string
  readonly heads: string
  readonly kvHeads?: number | readonly number[] | undefined
}

const plain = (config: ConfigKeys, { context, width, heads, kvHeads }: Attention): GgufKeys => ({
  ...computeKeys(config),
  block_count: layersOf(config),
  context_length: context ?? contextLength(config),
  embedding_length: config.demand(width),
  'attention.head_count': config.demandPerLayer(heads),
  'attention.head_count_kv': kvHeads,
})

const gpt2 = { width: 'n_embd hidden_size', heads: 'n_head num_attention_heads' }
const newer = { width: 'hidden_size n_embed', heads: 'num_attention_heads n_head' }

/** With `multi_query`, `num_kv_heads` is ignored, except in the new decoder architecture. */
const falcon = (config: ConfigKeys): GgufKeys => {
  const isShared = config.flag('multi_query') === true && config.flag('new_decoder_architecture') !== true
  return plain(config, { ...newer, context: 2048, kvHeads: isShared ? 1 : (config.count('num_kv_heads n_head_kv') ?? 1) })
}

/** The converter falls back to the model's width as the context length. */
const chatglm = (config: ConfigKeys): GgufKeys =>
  plain(config, {
    ...newer,
    context: config.count('seq_length') ?? config.demand('hidden_size'),
    kvHeads: config.count('multi_query_group_num num_key_value_heads'),
  })

const dbrx = (config: ConfigKeys): GgufKeys =>
  plain(config, { width: 'd_model', heads: 'n_heads', kvHeads: config.section('attn_config')?.count('kv_n_heads') ?? 1 })

const mpt = (config: ConfigKeys): GgufKeys =>
  plain(config, { width: 'd_model', heads: 'n_heads', kvHeads: config.section('attn_config')?.count('kv_n_heads') })

const openelm = (config: ConfigKeys): GgufKeys => {
  const headDim = config.demand('head_dim')
  const kvHeads = config.perLayer('num_kv_heads')
  return {
    ...plain(config, { context: config.count('max_context_length') ?? 0, width: 'model_dim', heads: 'num_query_heads', kvHeads }),
    'attention.key_length': headDim,
    'attention.value_length': headDim,
  }
}

/** llama.cpp caches the unpacked K and V of these MLA models. */
const unpacked = (config: ConfigKeys): GgufKeys => ({
  ...plain(config, { ...newer, kvHeads: config.count('num_key_value_heads') }),
  'attention.key_length': config.demand('qk_nope_head_dim') + config.demand('qk_rope_head_dim'),
})

const t5 = (config: ConfigKeys): GgufKeys => ({
  ...plain(config, { context: config.count('n_positions') ?? 512, width: 'd_model', heads: 'num_heads' }),
  'attention.key_length': config.demand('d_kv'),
  'attention.value_length': config.demand('d_kv'),
})

export const older: Families = {
  ...alike('FalconForCausalLM RWForCausalLM', family('falcon', falcon)),
  ...alike('GlmForCausalLM ChatGLMModel ChatGLMForConditionalGeneration', family('chatglm', chatglm)),
  ...alike(
    'GPT2LMHeadModel RuGPT3XLForCausalLM',
    family('gpt2', (config) => plain(config, gpt2)),
  ),
  JAISLMHeadModel: family('jais', (config) => plain(config, gpt2)),
  GPTBigCodeForCausalLM: family('starcoder', (config) => plain(config, { ...gpt2, kvHeads: 1 })),
  GPTRefactForCausalLM: family('refact', (config) => plain(config, { ...gpt2, kvHeads: 1 })),
  CodeShellForCausalLM: family('codeshell', (config) => plain(config, { ...gpt2, kvHeads: config.demand('num_query_groups') })),
  ...alike(
    'BloomForCausalLM BloomModel',
    family('bloom', (config) => plain(config, { ...newer, heads: 'n_head num_attention_heads' })),
  ),
  MPTForCausalLM: family('mpt', mpt),
  DbrxForCausalLM: family('dbrx', dbrx),
  PlamoForCausalLM: family('plamo', (config) => plain(config, { ...newer, context: 4096, kvHeads: 5 })),
  OpenELMForCausalLM: family('openelm', openelm),
  MiniCPM3ForCausalLM: family('minicpm3', unpacked),
  PLMForCausalLM: family('plm', (config) => ({ ...unpacked(config), 'attention.value_length': config.demand('v_head_dim') })),
  ...alike('T5WithLMHeadModel T5ForConditionalGeneration MT5ForConditionalGeneration UMT5ForConditionalGeneration', family('t5', t5)),
  T5EncoderModel: family('t5encoder', t5),
}
