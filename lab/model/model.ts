/** A model of the Llama or Qwen3 architecture with weights as f32. Names are llama.cpp's. */
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
  /** (D), for every head, before RoPE; null: the architecture does not normalize them. */
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
  /** Length of the context in training. */
  readonly contextTokens: number
  readonly normEpsilon: number
  readonly rope: Rope
  /** (V, E) */
  readonly tokenEmbedding: Matrix
  /** (L) */
  readonly layers: readonly LayerWeights[]
  /** (E) */
  readonly outputNorm: Float32Array
  /** (V, E): the token embedding if the file has no output matrix ("tied"). */
  readonly output: Matrix
  readonly tokenizer: Tokenizer
}
