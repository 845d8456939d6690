/**
 * What a header says about attention, as explainers of the KV cache speak of it: heads, widths, experts.
 *
 * The plan itself needs none of this (a `CacheShape` has rows, not heads). It is for writing the formula out, and for the
 * wrong formulas that are held against it.
 */
import { architectureOf, countOf, type GgufHeader, type GgufValue, isGgufArray } from '../../gguf/header'

export interface AttentionFacts {
  /** `block_count`. */
  readonly layers: number
  readonly embeddingDim: number
  /** The most query heads and the most KV heads that a layer has; 0: none of them attends. */
  readonly heads: number
  readonly kvHeads: number
  /** Elements per head as they are cached. */
  readonly keyDim: number
  readonly valueDim: number
  /** Elements per head once they are taken out of the latent vector, or null where K and V are kept as they are. */
  readonly latent: { readonly keyDim: number; readonly valueDim: number } | null
  /** 0: no mixture of experts. */
  readonly experts: number
}

/** null where the header does not say how many layers there are, or how wide they are. */
export function attentionFactsOf(header: GgufHeader): AttentionFacts | null {
  const prefix = architectureOf(header) ?? ''
  const count = (key: string): number | undefined => countOf(header, `${prefix}.${key}`)
  const most = (key: string): number | undefined => largest(header.metadata.get(`${prefix}.${key}`))
  const layers = count('block_count')
  const embeddingDim = count('embedding_length')
  if (!layers || !embeddingDim) return null
  const heads = most('attention.head_count') ?? 0
  const evenDim = heads > 0 ? Math.floor(embeddingDim / heads) : 0
  const keyDim = count('attention.key_length_mla') ?? 0
  const valueDim = count('attention.value_length_mla') ?? 0
  return {
    layers,
    embeddingDim,
    heads,
    kvHeads: most('attention.head_count_kv') ?? heads,
    keyDim: count('attention.key_length') ?? evenDim,
    valueDim: count('attention.value_length') ?? evenDim,
    latent: keyDim > 0 && valueDim > 0 ? { keyDim, valueDim } : null,
    experts: count('expert_count') ?? 0,
  }
}

/** The largest of one value or of one per layer. */
function largest(value: GgufValue | undefined): number | undefined {
  const values = isGgufArray(value) ? (value.values ?? []) : [value]
  const counts = values.filter((one): one is number => typeof one === 'number' && Number.isSafeInteger(one) && one >= 0)
  return counts.length > 0 ? Math.max(...counts) : undefined
}
