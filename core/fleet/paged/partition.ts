/**
 * Source: `get_pp_indices` in vllm/distributed/utils.py (vLLM 0.32.0) and sglang/srt/distributed/utils.py (SGLang 0.5.23): vLLM gives the
 * remaining layers to the stages before the last, SGLang to the last stages.
 */
export interface LayerRange {
  readonly first: number
  /** Excluded. */
  readonly end: number
}

export function layerRanges(layers: number, stages: number, engine: 'vllm' | 'sglang'): LayerRange[] {
  const base = Math.floor(layers / stages)
  const sizes = Array.from({ length: stages }, () => base)
  const remaining = layers % stages
  for (let extra = 0; extra < remaining; extra++) {
    const stage = engine === 'vllm' ? stages - 2 - extra : stages - 1 - extra
    sizes[stage] = (sizes[stage] ?? 0) + 1
  }
  let first = 0
  return sizes.map((size) => {
    const range = { first, end: first + size }
    first = range.end
    return range
  })
}

/**
 * KV heads on each of the `tensorParallel` ranks: heads that do not suffice are replicated.
 *
 * Source: `get_num_kv_heads` in vllm/config/model.py and sglang/srt/configs/model_config.py.
 */
export const kvHeadsPerRank = (kvHeads: number, tensorParallel: number): number => Math.max(1, Math.floor(kvHeads / tensorParallel))

/** Source: `DEFAULT_VOCAB_PADDING_SIZE` in vllm/model_executor/layers/vocab_parallel_embedding.py, the same in SGLang. */
export const paddedVocabulary = (tokens: number): number => Math.ceil(tokens / 64) * 64

/** Source: `determine_expert_map` in vllm/model_executor/layers/fused_moe/expert_map_manager.py. */
export function expertsPerRank(experts: number, ranks: number): { readonly base: number; readonly heavyRanks: number } {
  return { base: Math.floor(experts / ranks), heavyRanks: experts % ranks }
}
