/** Source: `load_arch_hparams` of each architecture in src/models/. */
import type { LayerBasics } from './layer-basics'
import { type ModelKeys, Unloadable } from './model-keys'
import type { ModelShape } from './model-shape'

type Indexer = Pick<ModelShape, 'indexerDim' | 'hasIndexer'>
type Rule = (basics: LayerBasics, keys: ModelKeys) => Indexer

const dimKey = 'attention.indexer.key_length'
const typesKey = 'attention.indexer.types'

const flags = ({ layers }: LayerBasics, of: (layer: number) => unknown): boolean[] =>
  Array.from({ length: layers }, (_, layer) => Boolean(of(layer)))
const inEveryLayer: Rule = (basics, keys) => ({ indexerDim: keys.demandCount(dimKey), hasIndexer: flags(basics, () => true) })

/** Source: `GLM_5_2_DEFAULT_INDEXER_TYPES` in glm-dsa.cpp. */
const isIndexedInGlm52 = (layer: number): boolean => layer < 2 || (layer < 78 && layer % 4 === 2)
const glm52TrainedTokens = 1_048_576

const rules: Readonly<Record<string, Rule>> = {
  deepseek32: inEveryLayer,
  deepseek4: inEveryLayer,
  'minimax-m3': inEveryLayer,
  qwen4exp(basics, keys) {
    const indexer = inEveryLayer(basics, keys)
    if (indexer.indexerDim === 0) throw new Unloadable(`${dimKey} is 0`)
    return indexer
  },
  'glm-dsa'(basics, keys) {
    const types = keys.perLayer(typesKey, basics.trunkLayers)
    const usual = (layer: number) => basics.trainedTokens < glm52TrainedTokens || isIndexedInGlm52(layer)
    return { indexerDim: keys.demandCount(dimKey), hasIndexer: flags(basics, (layer) => (types ? types[layer] : usual(layer))) }
  },
  dots3note(basics, keys) {
    const types = keys.demandList(typesKey)
    return { indexerDim: keys.demandCount(dimKey), hasIndexer: flags(basics, (layer) => types[layer]) }
  },
  hy_v4(basics, keys) {
    // Without `top_k`, all layers have full attention.
    if (!keys.count('attention.indexer.top_k')) return { indexerDim: 0, hasIndexer: flags(basics, () => false) }
    const types = keys.perLayer(typesKey, basics.trunkLayers) ?? []
    if (!types[0]) throw new Unloadable('hy_v4: layer 0 must own an indexer, nothing precedes it to share')
    return { indexerDim: keys.count(dimKey) ?? 0, hasIndexer: flags(basics, (layer) => types[layer]) }
  },
}

export const indexerLayers: Rule = (basics, keys) =>
  rules[basics.architecture]?.(basics, keys) ?? { indexerDim: 0, hasIndexer: flags(basics, () => false) }
