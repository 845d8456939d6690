/** Every tensor of the Lab's architecture; others need arithmetic that it doesn't have. */

export const modelTensorNames = ['token_embd.weight', 'output_norm.weight', 'output.weight', 'rope_freqs.weight'] as const

const layerParts = ['attn_norm', 'attn_q', 'attn_k', 'attn_v', 'attn_output', 'ffn_norm', 'ffn_gate', 'ffn_up', 'ffn_down'] as const

export const layerTensorNames = (layers: number): string[] =>
  Array.from({ length: layers }, (_, layer) => layerParts.map((part) => `blk.${layer}.${part}.weight`)).flat()
