/** llama.cpp ignores Phi 3's window. Source: llama.cpp, conversion/phi.py. */
import { commonKeys } from '../keys/common-keys'
import type { ConfigKeys } from '../keys/config-keys'
import { alike, type Families, family } from '../keys/family'
import type { GgufKeys } from '../keys/gguf-keys'

const withoutHeadDim = (config: ConfigKeys): GgufKeys => ({
  ...commonKeys(config),
  'attention.key_length': undefined,
  'attention.value_length': undefined,
})

const phi2 = (config: ConfigKeys): GgufKeys => ({
  ...withoutHeadDim(config),
  'attention.head_count_kv': config.demand('num_attention_heads n_head'),
})

const phi3 = (config: ConfigKeys): GgufKeys => ({
  ...withoutHeadDim(config),
  'attention.sliding_window': config.count('sliding_window') ?? 0,
})

export const phi: Families = {
  PhiForCausalLM: family('phi2', phi2),
  ...alike('Phi3ForCausalLM Phi4ForCausalLMV', family('phi3', phi3)),
  PhiMoEForCausalLM: family('phimoe', phi3),
}
