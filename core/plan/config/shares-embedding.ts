/**
 * A config.json omits the defaults of its class.
 *
 * Source: `tie_word_embeddings` of the classes in src/transformers/models/ in Hugging Face transformers 5.18.
 */
import type { ConfigObject } from './keys/config-keys'
import { textConfigOf } from './text-config'

const tiedByDefault =
  /^(gemma|gemma2|gemma3|gemma3_text|gemma3n|gemma3n_text|gemma4|gemma4_text|cohere|cohere2|gpt2|gpt_bigcode|bloom|mpt|starcoder2|smollm3|lfm2|mamba|falcon_mamba|openelm)$/

export function sharesEmbedding(config: ConfigObject): boolean {
  const { values } = textConfigOf(config)
  const said = values.tie_word_embeddings ?? config.tie_word_embeddings
  if (typeof said === 'boolean') return said
  return [values.model_type, config.model_type].some((type) => typeof type === 'string' && tiedByDefault.test(type))
}
