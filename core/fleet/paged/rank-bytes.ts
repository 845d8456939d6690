/**
 * The weights of one device of a stage. Tensor parallelism divides matrices and, without expert parallelism, each expert. K and V
 * projections of replicated heads, and the projection to MLA's latent vector, are whole on every rank.
 *
 * Source: `LlamaAttention` in vllm/model_executor/models/llama.py, `kv_a_proj_with_mqa` in deepseek_v2.py (vLLM 0.32.0). MLA's projection
 * of queries to its own latent vector is also whole there, but the header does not give its size to the plan; it counts as divided.
 */
import type { FleetModel, ModelLayer } from '../model/fleet-model'
import { kvHeadsPerRank, type LayerRange, paddedVocabulary } from './partition'

export interface Division {
  readonly tensorParallel: number
  /** Ranks that share the experts. 1 without expert parallelism. */
  readonly expertRanks: number
}

export interface RankBytes {
  readonly weights: number
  /** Without the extra expert of heavy ranks. */
  readonly experts: number
  readonly extraExpert: number
}

export function rankBytes(model: FleetModel, { first, end }: LayerRange, division: Division): RankBytes {
  const layers = model.layers.slice(first, end)
  const isFirst = first === 0
  const isLast = end === model.layers.length
  const weights = layers.reduce((sum, layer) => sum + denseBytes(model, layer, division.tensorParallel), 0)
  const edge = edgeBytes(model, isFirst, isLast, division.tensorParallel)
  return { weights: Math.round(weights + edge), ...expertBytes(model, layers, division) }
}

function expertBytes(model: FleetModel, layers: readonly ModelLayer[], { tensorParallel, expertRanks }: Division) {
  const all = layers.reduce((sum, layer) => sum + layer.expertBytes, 0)
  if (all === 0) return { experts: 0, extraExpert: 0 }
  if (expertRanks === 1) return { experts: Math.round(all / tensorParallel), extraExpert: 0 }
  const each = all / model.experts
  return { experts: Math.round(each * Math.floor(model.experts / expertRanks)), extraExpert: Math.round(each) }
}

function denseBytes({ embeddingDim, isLatent, experts, expertsUsed }: FleetModel, layer: ModelLayer, tensorParallel: number): number {
  const active = layer.denseBytes + (experts > 0 ? (layer.expertBytes * expertsUsed) / experts : 0)
  const bytesPerElement = layer.flop > 0 ? (2 * active) / layer.flop : 0
  const extra = layer.caches.reduce((sum, { kvHeads, keyDim, valueDim }) => {
    const held = isLatent ? 1 : kvHeadsPerRank(kvHeads, tensorParallel) / kvHeads
    return sum + embeddingDim * kvHeads * (keyDim + valueDim) * bytesPerElement * (held - 1 / tensorParallel)
  }, 0)
  return layer.denseBytes / tensorParallel + extra
}

/** The token embedding is on the first stage, the output on the last. A model that uses one matrix for both has two copies on two stages. */
function edgeBytes({ weights, vocabulary }: FleetModel, isFirst: boolean, isLast: boolean, tensorParallel: number): number {
  const padding = vocabulary > 0 ? paddedVocabulary(vocabulary) / vocabulary : 1
  const { inputBytes, outputBytes, sharedOutputBytes } = weights
  const input = isFirst ? inputBytes : 0
  const output = isLast ? outputBytes + (isFirst ? 0 : sharedOutputBytes) : 0
  return ((input + output) * padding) / tensorParallel
}

/** K and V of one token in the given layers, on one rank. With MLA, every rank holds the whole vector. */
export function tokenBytes(model: FleetModel, layer: ModelLayer, tensorParallel: number, elementBytes: number): number {
  return layer.caches.reduce((sum, { kvHeads, keyDim, valueDim }) => {
    const heads = model.isLatent ? kvHeads : kvHeadsPerRank(kvHeads, tensorParallel)
    return sum + heads * (keyDim + valueDim) * elementBytes
  }, 0)
}
