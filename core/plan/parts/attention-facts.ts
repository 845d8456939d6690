import { architectureOf, countOf, type GgufHeader, type GgufValue, isGgufArray } from '../../gguf/header'

export interface AttentionFacts {
  readonly layers: number
  readonly embeddingDim: number
  /** Maximum of all layers. 0 if no layer attends. */
  readonly heads: number
  readonly kvHeads: number
  readonly keyDim: number
  readonly valueDim: number
  /** null without MLA. */
  readonly latent: { readonly keyDim: number; readonly valueDim: number } | null
  readonly experts: number
  /** Per token. */
  readonly expertsUsed: number
}

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
    expertsUsed: count('expert_used_count') ?? 0,
  }
}

function largest(value: GgufValue | undefined): number | undefined {
  const values = isGgufArray(value) ? (value.values ?? []) : [value]
  const counts = values.filter((one): one is number => typeof one === 'number' && Number.isSafeInteger(one) && one >= 0)
  return counts.length > 0 ? Math.max(...counts) : undefined
}
