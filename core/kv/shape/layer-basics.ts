/** Source: `llama_model_base::load_hparams` in src/llama-model.cpp. */
import { type ModelKeys, maxLayers, Unloadable } from './model-keys'
import type { ModelShape } from './model-shape'

export type LayerBasics = Pick<
  ModelShape,
  | 'architecture'
  | 'trainedTokens'
  | 'embeddingDim'
  | 'isCausal'
  | 'layers'
  | 'trunkLayers'
  | 'hasRouterLayer'
  | 'heads'
  | 'kvHeads'
  | 'feedForward'
  | 'keyDim'
  | 'valueDim'
  | 'slidingKeyDim'
  | 'slidingValueDim'
>

/** Never causal, whatever the file says. Source: `causal_attn` in src/models/. */
const alwaysBothWays = new Set(['gemma-embedding', 'dream', 'llada', 'llada-moe', 'rnd1'])

export function layerBasics(keys: ModelKeys): LayerBasics {
  const trainedTokens = keys.demandCount('context_length')
  const embeddingDim = keys.demandCount(keys.architecture === 'wavtokenizer-dec' ? 'features_length' : 'embedding_length')
  const layers = keys.demandCount('block_count')
  if (layers < 1 || layers > maxLayers) throw new Unloadable(`${layers} layers, expected 1 to ${maxLayers}`)
  const nextLayers = keys.count('nextn_predict_layers') ?? 0
  if (nextLayers > layers) throw new Unloadable(`${nextLayers} of ${layers} layers predict further tokens`)

  const none = new Array<number>(layers).fill(0)
  const heads = keys.perLayer('attention.head_count', layers) ?? none
  const firstHeads = heads[0] ?? 0
  const evenDim = firstHeads > 0 ? Math.floor(embeddingDim / firstHeads) : 0
  // llama.cpp ignores both keys if the first layer has no heads.
  const keyDim = firstHeads > 0 ? (keys.count('attention.key_length') ?? evenDim) : 0
  const valueDim = firstHeads > 0 ? (keys.count('attention.value_length') ?? evenDim) : 0
  return {
    architecture: keys.architecture,
    trainedTokens,
    embeddingDim,
    isCausal: !alwaysBothWays.has(keys.architecture) && (keys.flag('attention.causal') ?? true),
    layers,
    trunkLayers: layers - nextLayers,
    hasRouterLayer: false,
    heads,
    kvHeads: keys.perLayer('attention.head_count_kv', layers) ?? heads,
    feedForward: keys.perLayer('feed_forward_length', layers) ?? none,
    keyDim,
    valueDim,
    slidingKeyDim: keys.count('attention.key_length_swa') ?? keyDim,
    slidingValueDim: keys.count('attention.value_length_swa') ?? valueDim,
  }
}
