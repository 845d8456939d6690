/** Source: `load_arch_hparams` of each architecture in src/models/; `llm_arch_is_recurrent` in src/llama-arch.cpp. */
import type { LayerBasics } from './layer-basics'
import { type ModelKeys, Unloadable } from './model-keys'

/** Architectures with recurrent layers only. */
export const recurrentArchitectures: ReadonlySet<string> = new Set(['mamba', 'mamba2', 'rwkv6', 'rwkv6qwen2', 'rwkv7', 'arwkv7'])

type Rule = (basics: LayerBasics, keys: ModelKeys) => boolean[]

const flags = ({ layers }: LayerBasics, of: (layer: number) => boolean): boolean[] =>
  Array.from({ length: layers }, (_, layer) => of(layer))

const all: Rule = (basics) => flags(basics, () => true)
const withoutKvHeads: Rule = (basics) => flags(basics, (layer) => layer < basics.trunkLayers && basics.kvHeads[layer] === 0)
/** Nemotron-H's feed-forward layers have neither cache nor state. */
const withoutKvHeadsAndFeedForward: Rule = (basics) =>
  flags(basics, (layer) => layer < basics.trunkLayers && basics.kvHeads[layer] === 0 && basics.feedForward[layer] === 0)
/** Every `usual`-th layer has attention, unless the file says otherwise. */
const interval =
  (usual: number): Rule =>
  (basics, keys) => {
    const said = keys.perLayer('attention.recurrent_layers', basics.layers)
    if (said) return flags(basics, (layer) => Boolean(said[layer]))
    const every = keys.count('full_attention_interval') ?? usual
    if (every === 0) throw new Unloadable('full_attention_interval is 0')
    return flags(basics, (layer) => layer < basics.trunkLayers && (layer + 1) % every !== 0)
  }

const rules: Readonly<Record<string, Rule>> = {
  'falcon-h1': all,
  jamba: withoutKvHeads,
  plamo2: withoutKvHeads,
  granitehybrid: withoutKvHeads,
  lfm2: withoutKvHeads,
  lfm2moe: withoutKvHeads,
  'kimi-linear': withoutKvHeads,
  'kimi-k3': withoutKvHeads,
  bailingmoe3: withoutKvHeads,
  nemotron_h: withoutKvHeadsAndFeedForward,
  nemotron_h_moe: withoutKvHeadsAndFeedForward,
  qwen3next: interval(4),
  qwen35: interval(4),
  qwen35moe: interval(4),
  qwen4exp: interval(4),
  'minimax-01': interval(8),
}

export function recurrentLayers(basics: LayerBasics, keys: ModelKeys): readonly boolean[] {
  const rule = rules[basics.architecture] ?? (recurrentArchitectures.has(basics.architecture) ? all : undefined)
  return rule ? rule(basics, keys) : flags(basics, () => false)
}
