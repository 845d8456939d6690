/**
 * Source: `LlamaContext._create` and its constructor, `padSafeContextSize` and `GgufInsights.swaSize` in node-llama-cpp 3.21.1 and 3.22.1.
 */
import type { CacheSettings } from './cache-settings'

export interface MappedModel {
  /** 0 if absent. */
  readonly trainedTokens: number
  /** `attention.sliding_window`, which node-llama-cpp reads for every architecture. */
  readonly windowKey: number
}

/** llama.cpp's n_ctx, n_batch, n_ubatch and n_seq_max, all u32. */
export interface ContextParams {
  /** The context of all sequences together. 0 means the trained context. */
  readonly contextTokens: number
  readonly batchTokens: number
  readonly microBatchTokens: number
  readonly sequences: number
}

/** llama.cpp rounds cells up to a multiple of this. */
export const cellPadding = 256

export const padCells = (cells: number): number => Math.ceil(cells / cellPadding) * cellPadding

/** A longer context would overflow a u32. */
export const mostContextTokens = 2 ** 32 - cellPadding

/** node-llama-cpp pads a context only if the result stays below the trained context. */
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

const usualBatchTokens = 2048

/** node-llama-cpp ignores a window that is as long as the trained context. */
const hasActiveWindow = ({ windowKey, trainedTokens }: MappedModel): boolean => windowKey > 0 && windowKey < trainedTokens
