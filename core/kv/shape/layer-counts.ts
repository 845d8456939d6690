/** Source: `load_arch_hparams` of each architecture in src/models/, in the file named at each rule. */
import type { LayerBasics } from './layer-basics'
import { type ModelKeys, maxLayers, Unloadable } from './model-keys'

type Correction = (basics: LayerBasics, keys: ModelKeys) => LayerBasics

const corrections: Readonly<Record<string, Correction>> = {
  // nanbeige.cpp: each pass over the layers has its own cache.
  nanbeige(basics, keys) {
    const loops = keys.count('num_loops') ?? 1
    const { trunkLayers, layers } = basics
    if (loops < 1 || trunkLayers * loops > maxLayers) throw new Unloadable(`${trunkLayers} layers in ${loops} loops`)
    if (loops === 1) return basics
    const repeated = (values: readonly number[]) => Array.from({ length: trunkLayers * loops }, (_, i) => values[i % trunkLayers] ?? 0)
    const nextLayers = layers - trunkLayers
    return {
      ...basics,
      layers: trunkLayers * loops,
      trunkLayers: trunkLayers * loops - nextLayers,
      heads: repeated(basics.heads),
      kvHeads: repeated(basics.kvHeads),
      feedForward: repeated(basics.feedForward),
    }
  },

  // granite-switch.cpp: an extra layer, the router, counts as NextN.
  graniteswitch(basics) {
    const { trunkLayers } = basics
    if (trunkLayers >= maxLayers) throw new Unloadable(`block count ${trunkLayers} exceeds ${maxLayers}`)
    const withRouter = (values: readonly number[], router: number) => [...values.slice(0, trunkLayers), router]
    return {
      ...basics,
      layers: trunkLayers + 1,
      hasRouterLayer: true,
      heads: withRouter(basics.heads, 1),
      kvHeads: withRouter(basics.kvHeads, 1),
      feedForward: withRouter(basics.feedForward, 0),
    }
  },

  // deepseek4.cpp: NextN layers count as trunk layers if their tensors are missing.
  deepseek4(basics, keys) {
    const { trunkLayers, layers } = basics
    if (trunkLayers === layers || keys.hasTensor(`blk.${trunkLayers}.nextn.eh_proj.weight`)) return basics
    return { ...basics, trunkLayers: layers }
  },

  // plamo2.cpp reads both lengths even if the first layer has no heads.
  plamo2(basics, keys) {
    return {
      ...basics,
      keyDim: keys.count('attention.key_length') ?? basics.keyDim,
      valueDim: keys.count('attention.value_length') ?? basics.valueDim,
    }
  },

  // kimi-k3.cpp: the latent vector is the value.
  'kimi-k3': (basics, keys) => ({ ...basics, valueDim: keys.demandCount('attention.kv_lora_rank') }),

  gemma4: (basics, keys) => ({
    ...basics,
    slidingKeyDim: keys.demandCount('attention.key_length_swa'),
    slidingValueDim: keys.demandCount('attention.value_length_swa'),
  }),
}

export const correctLayers: Correction = (basics, keys) => corrections[basics.architecture]?.(basics, keys) ?? basics
