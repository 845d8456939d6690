/** Keys of Qwen/Qwen3-32B's config.json that a plan needs. */
export const qwen32b = {
  model_type: 'qwen3',
  architectures: ['Qwen3ForCausalLM'],
  hidden_size: 5120,
  intermediate_size: 25_600,
  num_hidden_layers: 64,
  num_attention_heads: 64,
  num_key_value_heads: 8,
  head_dim: 128,
  max_position_embeddings: 40_960,
  vocab_size: 151_936,
  tie_word_embeddings: false,
}
