/** A Llama or Qwen3 model with weights in f32, named as in llama.cpp. */
import type { LabShape } from '../../core/lab/shape'
import type { Tokenizer } from '../tokenizer/tokenizer'
import type { Matrix } from './matrix'
import type { Rope } from './rope'

export interface LayerWeights {
  /** (E) */
  readonly attentionNorm: Float32Array
  /** (H x D, E) */
  readonly query: Matrix
  /** (Hkv x D, E) */
  readonly key: Matrix
  readonly value: Matrix
  /** (D), applied to each head before RoPE. null without QK-norm. */
  readonly queryNorm: Float32Array | null
  readonly keyNorm: Float32Array | null
  /** (E, H x D) */
  readonly attentionOutput: Matrix
  /** (E) */
  readonly feedForwardNorm: Float32Array
  /** (F, E) */
  readonly gate: Matrix
  readonly up: Matrix
  /** (E, F) */
  readonly down: Matrix
}

export interface LabModel {
  readonly name: string
  readonly shape: LabShape
  /** The trained context. */
  readonly contextTokens: number
  readonly normEpsilon: number
  readonly rope: Rope
  /** (V, E) */
  readonly tokenEmbedding: Matrix
  /** (L) */
  readonly layers: readonly LayerWeights[]
  /** (E) */
  readonly outputNorm: Float32Array
  /** (V, E). The token embedding if the file has no output matrix. */
  readonly output: Matrix
  readonly tokenizer: Tokenizer
}
