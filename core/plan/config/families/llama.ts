/** Source: llama.cpp, conversion/llama.py and mistral3.py. */
import { commonKeys } from '../keys/common-keys'
import type { ConfigKeys } from '../keys/config-keys'
import { alike, extended, type Families, family } from '../keys/family'
import { latentKeys } from './deepseek'

const isMistral4 = (config: ConfigKeys): boolean => config.word('model_type') === 'mistral4'

export const llama: Families = {
  // llama.cpp hard-codes the chunk size of 8,192 tokens. A window of 0 turns chunks off.
  ...alike(
    'Llama4ForConditionalGeneration Llama4ForCausalLM',
    extended('llama4', (config) => {
      const types = config.words('layer_types')
      const isDense = types?.length !== undefined && types.every((type) => type === 'full_attention')
      return { 'attention.sliding_window': isDense ? 0 : undefined, feed_forward_length: config.soft('intermediate_size_mlp') }
    }),
  ),
  Mistral3ForConditionalGeneration: family(
    (config) => (isMistral4(config) ? 'mistral4' : 'mistral3'),
    (config) => (isMistral4(config) ? latentKeys(config) : commonKeys(config)),
  ),
}
