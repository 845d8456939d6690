/** Offline statistics for TriAttention and DuoAttention: each head's queries and keys before RoPE, on a separate text. */
import type { HeadGeometry } from '../../core/lab/selection/policy'
import { queryHeadsPerKvHead } from '../../core/lab/shape'
import { onlineAttention } from '../attention/online'
import { ContiguousCache } from '../cache/contiguous-cache'
import { forward } from '../forward/forward'
import type { LabModel } from '../model/model'

export type GeometryOf = (layer: number, kvHead: number) => HeadGeometry

/** A few hundred `tokens` suffice (appendix H of TriAttention's paper). */
export function measureGeometry(model: LabModel, tokens: Int32Array): GeometryOf {
  const { layers, queryHeads, kvHeads, headDim } = model.shape
  const centers = Array.from({ length: layers * queryHeads }, () => new Float32Array(headDim))
  const magnitudes = Array.from({ length: layers * queryHeads }, () => new Float32Array(headDim / 2))
  const keyCenters = Array.from({ length: layers * kvHeads }, () => new Float32Array(headDim))
  const onGeometry = (layer: number, queries: Float32Array, keys: Float32Array) => {
    for (let t = 0; t < tokens.length; t++) {
      for (let head = 0; head < queryHeads; head++) {
        const query = queries.subarray((t * queryHeads + head) * headDim, (t * queryHeads + head + 1) * headDim)
        addQuery(query, tokens.length, centers[layer * queryHeads + head], magnitudes[layer * queryHeads + head])
      }
      for (let head = 0; head < kvHeads; head++)
        addShare(
          keys.subarray((t * kvHeads + head) * headDim, (t * kvHeads + head + 1) * headDim),
          tokens.length,
          keyCenters[layer * kvHeads + head],
        )
    }
  }
  const cache = new ContiguousCache({ layers, sequences: 1, kvHeads, cells: tokens.length, headDim })
  const positions = Int32Array.from(tokens, (_, t) => t)
  forward(model, cache, [{ sequence: 0, tokens, positions }], { attend: onlineAttention(), logits: 'last', onGeometry })

  const group = queryHeadsPerKvHead(model.shape)
  const ofHeads = keyCenters.map(
    (keyCenter, list): HeadGeometry => ({
      frequencies: model.rope.frequencies,
      keyCenter,
      queryHeads: Array.from({ length: group }, (_, i) => {
        const head = list * group + i
        return { center: centers[head] as Float32Array, magnitudes: magnitudes[head] as Float32Array }
      }),
    }),
  )
  return (layer, kvHead) => ofHeads[layer * kvHeads + kvHead] as HeadGeometry
}

function addQuery(query: Float32Array, count: number, center: Float32Array | undefined, magnitudes: Float32Array | undefined): void {
  addShare(query, count, center)
  if (!magnitudes) throw new Error('Expected a head of the model')
  for (let pair = 0; pair < magnitudes.length; pair++)
    magnitudes[pair] = (magnitudes[pair] as number) + Math.hypot(query[2 * pair] as number, query[2 * pair + 1] as number) / count
}

function addShare(row: Float32Array, count: number, center: Float32Array | undefined): void {
  if (!center) throw new Error('Expected a head of the model')
  row.forEach((value, d) => {
    center[d] = (center[d] as number) + value / count
  })
}
