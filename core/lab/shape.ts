/**
 * The letters of the Lab's shapes. A buffer of shape (A, B, C) has element (a, b, c) at (a * B + b) * C + c.
 *
 *   L    layers                            S    sequences in a cache
 *   H    query heads                       C    cells of one sequence
 *   Hkv  KV heads; G = H / Hkv query       T    tokens of a step, all sequences together
 *        heads read the same cells         D    elements per head
 *   E    width of a token's hidden state   F    width of the feed-forward layer
 *   V    tokens in the vocabulary
 */
export interface LabShape {
  /** L */
  readonly layers: number
  /** H */
  readonly queryHeads: number
  /** Hkv: divides H. */
  readonly kvHeads: number
  /** D: even, because RoPE rotates pairs. */
  readonly headDim: number
  /** E */
  readonly width: number
  /** F */
  readonly feedForwardWidth: number
  /** V */
  readonly vocabulary: number
}

/** (L, K/V, S, Hkv, C, D). */
export interface CacheShape {
  readonly layers: number
  readonly sequences: number
  readonly kvHeads: number
  readonly cells: number
  readonly headDim: number
}

/** (L, S, Hkv) */
export const listOf = ({ sequences, kvHeads }: CacheShape, layer: number, sequence: number, head: number): number =>
  (layer * sequences + sequence) * kvHeads + head

/** G. The query heads of a KV head are consecutive. */
export const queryHeadsPerKvHead = ({ queryHeads, kvHeads }: Pick<LabShape, 'queryHeads' | 'kvHeads'>): number => queryHeads / kvHeads
