/**
 * One step of a model.
 *
 *   x (T, E) = embedding of each token
 *   for each layer:
 *     h = RMSNorm(x);  q (T, H, D), k, v (T, Hkv, D) = h times their matrices;  Qwen3: q, k = RMSNorm of each head (QK-norm)
 *     rotate q, k by position (RoPE)
 *     for each sequence: insert k, v into the cache;  a (T, H, D) = attention over the cells
 *     x += a times the output matrix;  x += SwiGLU of RMSNorm(x)
 *   logits (rows, V) = RMSNorm(x) times the output matrix
 *
 * Source: src/models/llama.cpp and src/models/qwen3.cpp in llama.cpp.
 */
import type { Attend } from '../attention/attention'
import type { KvCache } from '../cache/kv-cache'
import { add, rmsNorm, swiGlu } from '../model/layers'
import type { LabModel, LayerWeights } from '../model/model'
import { rotate } from '../model/rope'

/** `tokens` and `positions` are (T), where T counts only this sequence's tokens. */
export interface Step {
  readonly sequence: number
  readonly tokens: Int32Array
  readonly positions: Int32Array
}

export interface ForwardOptions {
  readonly attend: Attend
  /** Prefill needs only the last row of each sequence. */
  readonly logits: 'all' | 'last'
  /** Receives queries (T, H, D) and keys (T, Hkv, D), before RoPE. */
  readonly onGeometry?: (layer: number, queries: Float32Array, keys: Float32Array) => void
}

/** Returns (rows, V): a row per token, or per step. */
export function forward(model: LabModel, cache: KvCache, steps: readonly Step[], options: ForwardOptions): Float32Array {
  const { width } = model.shape
  const x = embed(model, steps)
  model.layers.forEach((weights, layer) => {
    add(x, attentionBlock(model, cache, steps, weights, layer, x, options))
    const normed = rmsNorm(x, weights.feedForwardNorm, model.normEpsilon)
    add(x, weights.down.multiply(swiGlu(weights.gate.multiply(normed), weights.up.multiply(normed))))
  })
  const wanted = options.logits === 'all' ? x : lastRows(x, steps, width)
  return model.output.multiply(rmsNorm(wanted, model.outputNorm, model.normEpsilon))
}

/** (T, E) */
function embed({ shape, tokenEmbedding }: LabModel, steps: readonly Step[]): Float32Array {
  const tokens = steps.flatMap((step) => [...step.tokens])
  const x = new Float32Array(tokens.length * shape.width)
  tokens.forEach((token, t) => {
    x.set(tokenEmbedding.elements.subarray(token * shape.width, (token + 1) * shape.width), t * shape.width)
  })
  return x
}

/** Returns what to add to x: (T, E). */
function attentionBlock(
  { shape, normEpsilon, rope }: LabModel,
  cache: KvCache,
  steps: readonly Step[],
  weights: LayerWeights,
  layer: number,
  x: Float32Array,
  { attend, onGeometry }: ForwardOptions,
): Float32Array {
  const normed = rmsNorm(x, weights.attentionNorm, normEpsilon)
  const queries = normedHeads(weights.query.multiply(normed), weights.queryNorm, normEpsilon)
  const keys = normedHeads(weights.key.multiply(normed), weights.keyNorm, normEpsilon)
  const values = weights.value.multiply(normed)
  onGeometry?.(layer, queries, keys)

  const { queryHeads, kvHeads, headDim } = shape
  const attended = new Float32Array(queries.length)
  let t = 0
  for (const { sequence, positions } of steps) {
    const rows = (all: Float32Array, heads: number) => all.subarray(t * heads * headDim, (t + positions.length) * heads * headDim)
    const [ownQueries, ownKeys] = [rows(queries, queryHeads), rows(keys, kvHeads)]
    rotate(ownQueries, positions, headDim, rope)
    rotate(ownKeys, positions, headDim, rope)
    cache.insert(layer, sequence, positions, ownKeys, rows(values, kvHeads))
    attend(cache, { layer, sequence, queryHeads, positions, queries: ownQueries }, rows(attended, queryHeads))
    t += positions.length
  }
  return weights.attentionOutput.multiply(attended)
}

/** `rows`: (T, heads, D). */
const normedHeads = (rows: Float32Array, gain: Float32Array | null, epsilon: number): Float32Array =>
  gain === null ? rows : rmsNorm(rows, gain, epsilon)

/** (steps, E) */
function lastRows(x: Float32Array, steps: readonly Step[], width: number): Float32Array {
  const last = new Float32Array(steps.length * width)
  let t = 0
  steps.forEach(({ tokens }, index) => {
    t += tokens.length
    last.set(x.subarray((t - 1) * width, t * width), index * width)
  })
  return last
}
