/**
 * Architectures that do not have as many layers, or as wide heads, as their common keys say.
 *
 * Source: `load_arch_hparams` of each architecture in src/models/, named beside its rule.
 */
import type { LayerBasics } from './layer-basics'
import { type ModelKeys, maxLayers, Unloadable } from './model-keys'

type Correction = (basics: LayerBasics, keys: ModelKeys) => LayerBasics

const corrections: Readonly<Record<string, Correction>> = {
  // nanbeige.cpp: the layers are passed through several times, each pass with a cache of its own.
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

  // granite-switch.cpp: one more layer, which holds what adapter each token chose. It counts as NextN.
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

  // deepseek4.cpp: NextN layers are trunk layers where the file does not carry their tensors.
  deepseek4(basics, keys) {
    const { trunkLayers, layers } = basics
    if (trunkLayers === layers || keys.hasTensor(`blk.${trunkLayers}.nextn.eh_proj.weight`)) return basics
    return { ...basics, trunkLayers: layers }
  },

  // plamo2.cpp: reads the widths again, also where the first layer has no heads.
  plamo2(basics, keys) {
    return {
      ...basics,
      keyDim: keys.count('attention.key_length') ?? basics.keyDim,
      valueDim: keys.count('attention.value_length') ?? basics.valueDim,
    }
  },

  // kimi-k3.cpp: the value that is attended to is the latent vector.
  'kimi-k3': (basics, keys) => ({ ...basics, valueDim: keys.demandCount('attention.kv_lora_rank') }),

  // gemma4.cpp: the width of the sliding layers must be said.
  gemma4: (basics, keys) => ({
    ...basics,
    slidingKeyDim: keys.demandCount('attention.key_length_swa'),
    slidingValueDim: keys.demandCount('attention.value_length_swa'),
  }),
}

export const correctLayers: Correction = (basics, keys) => corrections[basics.architecture]?.(basics, keys) ?? basics
