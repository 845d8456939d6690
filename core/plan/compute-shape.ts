/** The widths that the compute buffer depends on, as far as a header says them: see ./compute-buffer.ts. */

import { vocabularyTokens } from '../gguf/describe-model'
import { architectureOf, type GgufArray, type GgufHeader, type GgufTensor, type GgufValue, isGgufArray } from '../gguf/header'

export interface ComputeShape {
  /** Rows of the output matrix. */
  readonly vocabularyTokens: number
  readonly embeddingDim: number
  /** The most query heads of a layer, and the elements of one key head and one value head. */
  readonly heads: number
  readonly keyDim: number
  readonly valueDim: number
  /** The widest feed-forward layer; 0: none is said. */
  readonly feedForwardDim: number
  /** 0: no mixture of experts. */
  readonly experts: number
  readonly expertsUsed: number
  readonly expertFeedForwardDim: number
}

/** null where the vocabulary or the widths are not said. */
export function computeShapeOf(header: GgufHeader): ComputeShape | null {
  const architecture = architectureOf(header) ?? ''
  const most = (key: string): number => largest(header.metadata.get(`${architecture}.${key}`))
  const embeddingDim = most('embedding_length')
  const heads = most('attention.head_count')
  const vocabulary = outputRows(header.tensors) ?? (most('vocab_size') || vocabularyTokens(header) || 0)
  if (embeddingDim === 0 || vocabulary === 0) return null
  const headDim = heads > 0 ? Math.floor(embeddingDim / heads) : 0
  return {
    vocabularyTokens: vocabulary,
    embeddingDim,
    heads,
    keyDim: most('attention.key_length') || headDim,
    valueDim: most('attention.value_length') || headDim,
    feedForwardDim: most('feed_forward_length'),
    experts: most('expert_count'),
    expertsUsed: most('expert_used_count'),
    expertFeedForwardDim: most('expert_feed_forward_length') || most('feed_forward_length'),
  }
}

/** Rows of the output matrix, or of the token embedding that stands in for it. */
function outputRows(tensors: readonly GgufTensor[]): number | undefined {
  const find = (name: string) => tensors.find((tensor) => tensor.name === name)?.shape[1]
  return find('output.weight') ?? find('token_embd.weight')
}

/** The largest of a value per layer; 0 where there is none that makes sense. */
function largest(value: GgufValue | undefined): number {
  const values = isGgufArray(value) ? ((value as GgufArray).values ?? []) : [value]
  return values.reduce<number>((most, one) => (typeof one === 'number' && Number.isSafeInteger(one) && one > most ? one : most), 0)
}
