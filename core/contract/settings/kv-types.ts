/** Widest first. Source: `kv_cache_types` in common/arg.cpp. */
export const kvTypes = ['f32', 'f16', 'bf16', 'q8_0', 'q5_1', 'q5_0', 'q4_1', 'q4_0', 'iq4_nl'] as const
export type KvType = (typeof kvTypes)[number]

export const gpuBackends = ['auto', 'cpu', 'cuda', 'metal', 'vulkan'] as const
export type GpuBackend = (typeof gpuBackends)[number]

/** Source: LLAMA_MAX_SEQ in src/llama-cparams.h. */
export const maxSequences = 256
