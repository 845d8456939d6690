/** Source: `llama_context::llama_context` in src/llama-context.cpp. */
import { type ContextParams, padCells } from './context-params'

export interface EffectiveSizes {
  /** n_ctx, for all sequences. */
  readonly contextTokens: number
  /** n_ctx_seq */
  readonly cellsPerSequence: number
  /** n_batch */
  readonly batchTokens: number
  /** n_ubatch */
  readonly microBatchTokens: number
  /** n_seq_max */
  readonly sequences: number
  readonly unified: boolean
}

interface SizedModel {
  readonly trainedTokens: number
  readonly isCausal: boolean
}

export function effectiveSizes(params: ContextParams, unified: boolean, model: SizedModel): EffectiveSizes {
  const { sequences } = params
  const asked = params.contextTokens === 0 ? model.trainedTokens : params.contextTokens
  // llama.cpp limits the batch before it pads the context.
  const batchTokens = model.isCausal ? Math.min(asked, params.batchTokens) : params.batchTokens
  const microBatchTokens = Math.min(batchTokens, params.microBatchTokens === 0 ? params.batchTokens : params.microBatchTokens)
  const contextTokens = padCells(asked)
  if (unified) return { contextTokens, cellsPerSequence: contextTokens, batchTokens, microBatchTokens, sequences, unified }
  const cellsPerSequence = padCells(Math.floor(contextTokens / sequences))
  return { contextTokens: cellsPerSequence * sequences, cellsPerSequence, batchTokens, microBatchTokens, sequences, unified }
}
