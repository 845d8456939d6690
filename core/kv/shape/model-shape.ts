/**
 * What a model's memory depends on: `llama_hparams`, as far as caches need it.
 *
 * Arrays have one entry per layer, `layers` long. Dimensions are in elements.
 *
 * Source: src/llama-hparams.h.
 */
import type { LlamaCppRelease } from './release'

export interface AttentionDims {
  /** KV heads per layer; 0: the layer has no attention, or a cache of 0 bytes. */
  readonly kvHeads: readonly number[]
  /** Elements per head of a layer with full attention. */
  readonly keyDim: number
  readonly valueDim: number
  /** Elements per head of a sliding-window layer. */
  readonly slidingKeyDim: number
  readonly slidingValueDim: number
  /** Multi-head latent attention (MLA): the value is part of the key's row, and only K is kept. */
  readonly isLatent: boolean
}

/** State of a recurrent layer per sequence, in f32 elements. */
export interface StateDims {
  /** R: the last inputs of a convolution or of a token shift. */
  readonly convolution: number
  /** S: the state itself. */
  readonly recurrence: number
  /** P: the convolution of per-layer embeddings (PLE), only in `pleLayers`. */
  readonly perLayerEmbedding: number
}

export interface ModelShape extends AttentionDims {
  readonly architecture: string
  readonly release: LlamaCppRelease
  /** `context_length`; 0 if absent. */
  readonly trainedTokens: number
  readonly embeddingDim: number
  readonly isCausal: boolean
  /** All layers, including prediction layers, router layers and every pass of a loop. */
  readonly layers: number
  /** Without the last layers, which predict further tokens (NextN, MTP). */
  readonly trunkLayers: number
  /** The last layer routes between adapters (Granite Switch); it counts as NextN but still attends. */
  readonly hasRouterLayer: boolean
  readonly heads: readonly number[]
  readonly feedForward: readonly number[]

  /** Tokens of the sliding window; null if no layer slides. 0 is possible. */
  readonly windowTokens: number | null
  readonly isSliding: readonly boolean[]
  /** The first layers own a cache, the others reuse one of theirs; null: all own one. May be negative in a damaged file. */
  readonly layersWithCache: number | null

  readonly isRecurrent: readonly boolean[]
  readonly state: StateDims
  readonly pleLayers: readonly number[]

  /** Width of the indexer's single key head; 0: no indexer. */
  readonly indexerDim: number
  /** Query heads of the indexer; 0 if absent. */
  readonly indexerHeads: number
  readonly hasIndexer: readonly boolean[]
  /** DeepSeek V4: tokens per compressed cell; 0: none. */
  readonly compressRatios: readonly number[]
  /** First layers, whose attention is dense. */
  readonly leadingDenseLayers: number
  /** A draft that uses another model's embeddings. */
  readonly needsTargetContext: boolean
}

/** llama.cpp computes widths in u32: absurd files must overflow here as they do there. */
export const u32 = (value: number): number => Number(BigInt.asUintN(32, BigInt(value)))
export const multiplyU32 = (a: number, b: number): number => Math.imul(a, b) >>> 0
