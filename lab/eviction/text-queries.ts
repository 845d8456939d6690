/** The queries of one text before RoPE. */
import { expectedSinks } from '../../core/lab/policies/queries/expected-attention'
import type { HeadQueries } from '../../core/lab/selection/policy'
import { queryHeadsPerKvHead } from '../../core/lab/shape'
import type { Attend } from '../attention/attention'
import type { LabModel } from '../model/model'
import { rotate } from '../model/rope'

export class TextQueries {
  /** (L): one entry (H, D) per token. */
  private readonly rows: Float32Array[][]

  private before: TextQueries | null = null
  /** (L, Hkv), over all rows. */
  private readonly distributions = new Map<number, HeadQueries>()

  constructor(private readonly model: LabModel) {
    this.rows = Array.from({ length: model.shape.layers }, () => [])
  }

  seenBy(attend: Attend): Attend {
    const { queryHeads, headDim } = this.model.shape
    return (cache, step, out) => {
      const unrotated = step.queries.slice()
      rotate(
        unrotated,
        step.positions.map((position) => -position),
        headDim,
        this.model.rope,
      )
      step.positions.forEach((_, t) => {
        this.rows[step.layer]?.push(unrotated.subarray(t * queryHeads * headDim, (t + 1) * queryHeads * headDim))
      })
      attend(cache, step, out)
    }
  }

  continueFrom(other: TextQueries): void {
    other.rows.forEach((rows, layer) => {
      this.rows[layer] = [...rows]
    })
    this.before = other
  }

  /** Over the first `tokens` tokens, without the sinks, as in kvpress's get_query_statistics. */
  distribution(layer: number, kvHead: number, tokens = Number.POSITIVE_INFINITY): HeadQueries {
    const { headDim } = this.model.shape
    const group = queryHeadsPerKvHead(this.model.shape)
    const seen = this.rows[layer] ?? []
    if (this.before?.rows[layer]?.length === Math.min(tokens, seen.length)) return this.before.known(layer, kvHead)
    const rows = seen.slice(expectedSinks, tokens)
    const queryHeads = Array.from({ length: group }, (_, i) => {
      const first = (kvHead * group + i) * headDim
      return distributionOf(
        rows.map((row) => row.subarray(first, first + headDim)),
        headDim,
      )
    })
    return { queryHeads, frequencies: this.model.rope.frequencies }
  }

  private known(layer: number, kvHead: number): HeadQueries {
    const list = layer * this.model.shape.kvHeads + kvHead
    const distribution = this.distributions.get(list) ?? this.distribution(layer, kvHead)
    this.distributions.set(list, distribution)
    return distribution
  }
}

function distributionOf(queries: readonly Float32Array[], headDim: number): HeadQueries['queryHeads'][number] {
  const mean = new Float64Array(headDim)
  for (const query of queries)
    query.forEach((value, d) => {
      mean[d] = (mean[d] as number) + value / queries.length
    })
  const covariance = new Float64Array(headDim * headDim)
  for (const query of queries) {
    const centered = Float64Array.from(query, (value, d) => value - (mean[d] as number))
    for (let a = 0; a < headDim; a++)
      for (let b = 0; b < headDim; b++)
        covariance[a * headDim + b] =
          (covariance[a * headDim + b] as number) + ((centered[a] as number) * (centered[b] as number)) / queries.length
  }
  return { mean, covariance }
}
