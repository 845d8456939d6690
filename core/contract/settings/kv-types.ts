/** No zod, so that windows can import this. */

/** llama.cpp's types for K and V, widest first. Source: `kv_cache_types` in common/arg.cpp. */
export const kvTypes = ['f32', 'f16', 'bf16', 'q8_0', 'q5_1', 'q5_0', 'q4_1', 'q4_0', 'iq4_nl'] as const
export type KvType = (typeof kvTypes)[number]

export const gpuBackends = ['auto', 'cpu', 'cuda', 'metal', 'vulkan'] as const
export type GpuBackend = (typeof gpuBackends)[number]

/** Why llama.cpp would not create a context for a model and its settings; see core/kv/refusals.ts. */
export const refusalCodes = [
  'quantized-value-needs-flash-attention',
  'head-not-divisible-by-block',
  'mla-needs-equal-types',
  'too-many-sequences',
  'no-context',
  'needs-target-model',
  'cannot-be-loaded',
  'kills-the-process',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** LLAMA_MAX_SEQ in src/llama-cparams.h. */
export const maxSequences = 256
