import { architectureOf, type GgufHeader } from '../../gguf/header'
import { indexerLayers } from './indexer-layers'
import { type LayerBasics, layerBasics } from './layer-basics'
import { correctLayers } from './layer-counts'
import { ModelKeys, Unloadable } from './model-keys'
import type { ModelShape } from './model-shape'
import { recurrentLayers } from './recurrent-layers'
import { knowsArchitecture, type LlamaCppRelease } from './release'
import { slidingLayers } from './sliding-layers'
import { pleLayers, stateDims } from './state-dims'

/** Throws `Unloadable`. */
export function readModelShape(header: GgufHeader, release: LlamaCppRelease): ModelShape {
  const architecture = architectureOf(header) ?? ''
  const keys = new ModelKeys(header, architecture)
  // If the release does not know the architecture, v0.5.0's rules apply.
  const rules = knowsArchitecture(release, architecture) ? release : '0.5.0'
  const basics = correctLayers(layerBasics(keys), keys)
  const isRecurrent = recurrentLayers(basics, keys)
  return {
    ...basics,
    release: rules,
    isLatent: isLatent(keys),
    ...slidingLayers(basics, keys, rules),
    layersWithCache: layersWithCache(basics, keys),
    isRecurrent,
    state: stateDims(basics, keys),
    pleLayers: pleLayers(basics, keys, isRecurrent),
    ...indexerLayers(basics, keys),
    indexerHeads: keys.count('attention.indexer.head_count') ?? 0,
    compressRatios: compressRatios(basics, keys),
    leadingDenseLayers: keys.count('leading_dense_block_count') ?? 0,
    needsTargetContext: needsTargetContext(keys),
  }
}

const latentArchitectures = new Set('deepseek2 mistral4 deepseek32 glm-dsa dots3note hy_v4 kimi-linear kimi-k3 bailingmoe3'.split(' '))
const widthsDemanded = new Set('dots3note hy_v4 kimi-linear kimi-k3 bailingmoe3'.split(' '))

/** Source: `llama_hparams::is_mla` in src/llama-hparams.cpp. */
function isLatent(keys: ModelKeys): boolean {
  if (!latentArchitectures.has(keys.architecture)) return false
  const width = (key: string) => (widthsDemanded.has(keys.architecture) ? keys.demandCount(key) : keys.count(key))
  const isSaid = [width('attention.key_length_mla'), width('attention.value_length_mla')].every(Boolean)
  if (keys.architecture === 'hy_v4' && !isSaid) throw new Unloadable('hy_v4 without the widths of MLA')
  return isSaid
}

/** Uses signed 32-bit arithmetic. Source: `n_layer_kv_from_start` in gemma3n.cpp and gemma4.cpp, src/models/. */
function layersWithCache({ architecture, layers }: LayerBasics, keys: ModelKeys): number | null {
  if (architecture === 'gemma3n') return 20
  if (architecture === 'gemma4') return (layers - ((keys.count('attention.shared_kv_layers') ?? 0) | 0)) | 0
  return null
}

function compressRatios({ architecture, layers }: LayerBasics, keys: ModelKeys): readonly number[] {
  if (architecture !== 'deepseek4') return []
  const ratios = keys.demandList('attention.compress_ratios')
  if (ratios.length < layers) throw new Unloadable('DeepSeek-V4 compress_ratios is shorter than block_count')
  return ratios
}

/** Source: `llama_context::llama_context` in src/llama-context.cpp. DFlash can use its own embedding as the output matrix. */
function needsTargetContext(keys: ModelKeys): boolean {
  const { architecture } = keys
  const embeds = keys.hasTensor('token_embd.weight')
  if (architecture === 'dflash') return !embeds
  if (architecture === 'eagle3') return !embeds || !keys.hasTensor('output.weight')
  return architecture === 'gemma4-assistant'
}
