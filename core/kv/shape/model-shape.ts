/** The fields of `llama_hparams` (src/llama-hparams.h) that caches depend on. Lists are by layer, dimensions in elements. */
import type { LlamaCppRelease } from './release'

export interface AttentionDims {
  /** 0 if the layer has no K and V. */
  readonly kvHeads: readonly number[]
  readonly keyDim: number
  readonly valueDim: number
  readonly slidingKeyDim: number
  readonly slidingValueDim: number
  /** True with MLA. */
  readonly isLatent: boolean
}

/** f32 elements per layer and sequence. */
export interface StateDims {
  /** R: the last inputs of the convolution, or of each token shift. */
  readonly convolution: number
  /** S: the recurrent state. */
  readonly recurrence: number
  /** P: the last per-layer embeddings (PLE), only in `pleLayers`. */
  readonly perLayerEmbedding: number
}

export interface ModelShape extends AttentionDims {
  readonly architecture: string
  readonly release: LlamaCppRelease
  /** 0 if absent. */
  readonly trainedTokens: number
  readonly embeddingDim: number
  readonly isCausal: boolean
  /** Includes prediction layers, routers and every pass of a loop. */
  readonly layers: number
  /** Excludes prediction layers (NextN, MTP). */
  readonly trunkLayers: number
  /** True for Granite Switch. */
  readonly hasRouterLayer: boolean
  readonly heads: readonly number[]
  readonly feedForward: readonly number[]

  /** null if no layer slides. */
  readonly windowTokens: number | null
  readonly isSliding: readonly boolean[]
  /** Number of layers with their own cache. null if all have one. Negative in a damaged file. */
  readonly layersWithCache: number | null

  readonly isRecurrent: readonly boolean[]
  readonly state: StateDims
  readonly pleLayers: readonly number[]

  readonly indexerDim: number
  readonly indexerHeads: number
  readonly hasIndexer: readonly boolean[]
  /** Tokens per compressed cell, for DeepSeek V4. */
  readonly compressRatios: readonly number[]
  readonly leadingDenseLayers: number
  readonly needsTargetContext: boolean
}

/** Absurd widths must overflow as in llama.cpp. */
export const u32 = (value: number): number => Number(BigInt.asUintN(32, BigInt(value)))
export const multiplyU32 = (a: number, b: number): number => Math.imul(a, b) >>> 0
