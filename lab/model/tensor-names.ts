import type { LabArchitecture } from '../../core/lab/architectures'

export const modelTensorNames = ['token_embd.weight', 'output_norm.weight', 'output.weight', 'rope_freqs.weight'] as const

const layerParts = ['attn_norm', 'attn_q', 'attn_k', 'attn_v', 'attn_output', 'ffn_norm', 'ffn_gate', 'ffn_up', 'ffn_down'] as const

/** QK-norm. */
const normParts = ['attn_q_norm', 'attn_k_norm'] as const

export const layerTensorNames = (layers: number, architecture: LabArchitecture): string[] => {
  const parts = architecture === 'qwen3' ? [...layerParts, ...normParts] : layerParts
  return Array.from({ length: layers }, (_, layer) => parts.map((part) => `blk.${layer}.${part}.weight`)).flat()
}
