/**
 * What a model's header says about the things that its memory depends on: `llama_hparams`, as far as caches go.
 *
 * Arrays have one entry per layer, `layers` long. Dimensions are in elements.
 *
 * Source: src/llama-hparams.h.
 */
import type { LlamaCppRelease } from './release'

/** How wide keys and values are, and whether values are kept at all. */
export interface AttentionDims {
  /** KV heads of each layer; 0: the layer has no attention, or a cache of zero bytes. */
  readonly kvHeads: readonly number[]
  /** Elements per head of a layer that attends to everything. */
  readonly keyDim: number
  readonly valueDim: number
  /** Elements per head of a sliding-window layer. */
  readonly slidingKeyDim: number
  readonly slidingValueDim: number
  /** Multi-head latent attention (MLA): the value is part of the key's row, and only K is kept. */
  readonly isLatent: boolean
}

/** What a recurrent layer keeps for each sequence, in f32 elements. */
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
  /** `context_length`; 0: not said. */
  readonly trainedTokens: number
  readonly embeddingDim: number
  readonly isCausal: boolean
  /** All layers: with the ones for multi-token prediction, router layers, and each pass of a loop. */
  readonly layers: number
  /** Layers without the last ones that predict further tokens (NextN, MTP). */
  readonly trunkLayers: number
  /** The last layer routes between adapters (Granite Switch); it counts as NextN and is attended all the same. */
  readonly hasRouterLayer: boolean
  readonly heads: readonly number[]
  readonly feedForward: readonly number[]

  /** Tokens of the sliding window, or null where no layer slides. 0 is possible. */
  readonly windowTokens: number | null
  readonly isSliding: readonly boolean[]
  /** Layers from the first on that own a cache; the others reuse one of theirs. Null: all do. May be negative in a damaged file. */
  readonly layersWithCache: number | null

  readonly isRecurrent: readonly boolean[]
  readonly state: StateDims
  readonly pleLayers: readonly number[]

  /** Elements of the indexer's one key head; 0: there is no indexer. */
  readonly indexerDim: number
  /** Query heads of the indexer; 0: not said. */
  readonly indexerHeads: number
  /** Layers that own an indexer. */
  readonly hasIndexer: readonly boolean[]
  /** DeepSeek V4: how many tokens become one compressed cell, 0: none. */
  readonly compressRatios: readonly number[]
  /** Layers at the start whose attention is dense. */
  readonly leadingDenseLayers: number
  /** A draft that computes with the embeddings of another model. */
  readonly needsTargetContext: boolean
}

/** u32 arithmetic, which llama.cpp does all its widths in: absurd files overflow there, and so they must here. */
export const u32 = (value: number): number => Number(BigInt.asUintN(32, BigInt(value)))
export const multiplyU32 = (a: number, b: number): number => Math.imul(a, b) >>> 0
