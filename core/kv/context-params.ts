/**
 * What node-llama-cpp hands to llama.cpp for the sizes that it is asked for.
 *
 * Source: `LlamaContext._create` and its constructor, `padSafeContextSize` and `GgufInsights.swaSize` in
 * node-llama-cpp 3.21.1 (3.22.1 is the same), which multiplies by the sequences and rounds before it hands a number on.
 */
import type { CacheSettings } from './cache-settings'

/** What the mapping has to know of the model. */
export interface MappedModel {
  /** `context_length`; 0: not said. */
  readonly trainedTokens: number
  /** `attention.sliding_window`, which node-llama-cpp looks at for every architecture; 0: not said. */
  readonly windowKey: number
}

/** llama.cpp's own words: n_ctx, n_batch, n_ubatch, n_seq_max. All are u32 there. */
export interface ContextParams {
  /** Of all sequences together; 0: what the model was trained for. */
  readonly contextTokens: number
  readonly batchTokens: number
  readonly microBatchTokens: number
  readonly sequences: number
}

/** llama.cpp rounds every context up to a multiple of this. */
export const cellPadding = 256

export const padCells = (cells: number): number => Math.ceil(cells / cellPadding) * cellPadding

/** A u32 must hold the padded context; what is longer would begin anew at 0. */
export const mostContextTokens = 2 ** 32 - cellPadding

/** Tokens that one sequence can use: node-llama-cpp rounds up where that stays below the trained context. */
export function contextTokensInUse(contextTokens: number, trainedTokens: number): number {
  const padded = padCells(Math.max(2, contextTokens))
  return contextTokens <= trainedTokens && padded < trainedTokens ? padded : contextTokens
}

export function contextParams(settings: CacheSettings, model: MappedModel): ContextParams {
  const sequences = Math.max(1, Math.floor(settings.sequences))
  const contextTokens =
    'totalContextTokens' in settings
      ? settings.totalContextTokens
      : padCells(contextTokensInUse(settings.contextTokens, model.trainedTokens) * sequences)
  if ('microBatchTokens' in settings) {
    const { microBatchTokens, logicalBatchTokens = Math.max(microBatchTokens, usualBatchTokens) } = settings
    return { contextTokens, sequences, batchTokens: logicalBatchTokens, microBatchTokens }
  }
  const batchTokens = Math.max(settings.batchTokens, sequences) + (!settings.swaFullCache && hasActiveWindow(model) ? 1 : 0)
  return { contextTokens, sequences, batchTokens, microBatchTokens: batchTokens }
}

/** llama.cpp's default for n_batch. */
const usualBatchTokens = 2048

/** A context without a trained length to compare with counts as longer than any window. */
const hasActiveWindow = ({ windowKey, trainedTokens }: MappedModel): boolean => windowKey > 0 && windowKey < trainedTokens
