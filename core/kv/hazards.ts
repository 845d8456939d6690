import type { FatalSettings } from '../contract/errors/settings-reasons'
import type { CacheTemplate, Hazard, MemoryClass } from './shape/cache-shape'
import type { ModelShape } from './shape/model-shape'

export function hazardsOf(shape: ModelShape, memoryClass: MemoryClass, caches: readonly CacheTemplate[]): Hazard[] {
  return [...slidingHazards(shape, memoryClass), ...reuseHazards(shape), ...graphHazards(shape), ...widthHazards(caches)]
}

const always = (cause: FatalSettings): Hazard => ({ when: 'always', cause })

/** Source: `llama_model::create_memory` in src/llama-model.cpp. src/models/afmoe.cpp requires a window. */
function slidingHazards({ architecture, isSliding, windowTokens }: ModelShape, memoryClass: MemoryClass): Hazard[] {
  if (memoryClass === 'kv_cache_iswa' && !isSliding.includes(true)) return [always({ kind: 'no-layer-slides' })]
  if (architecture === 'afmoe' && windowTokens === null) return [always({ kind: 'window-missing' })]
  return []
}

/**
 * Gemma's last layers reuse an earlier cache of the same kind.
 *
 * Source: `reuse` in `llama_model::create_memory`, and the constructor of `llama_kv_cache`.
 */
function reuseHazards(shape: ModelShape): Hazard[] {
  const { layersWithCache, isSliding, trunkLayers, layers, release } = shape
  if (layersWithCache === null) return []
  if (layersWithCache < 2) return [always({ kind: 'few-layers-with-cache', layers: Math.max(0, layersWithCache) })]
  const last = release === '0.5.0' && trunkLayers > 0 ? trunkLayers : layers
  for (let layer = layersWithCache; layer < last; layer++) {
    const slides = isSliding[layer] === true
    if (isSliding[layersWithCache - (slides ? 2 : 1)] !== slides) return [always({ kind: 'reuse-of-other-kind', layer })]
  }
  return []
}

/** Source: the graphs in src/models/, for a full micro-batch. */
function graphHazards(shape: ModelShape): Hazard[] {
  const { architecture, trunkLayers, layers, hasIndexer } = shape
  if (architecture === 't5') return [{ when: 'more-than-one-stream', cause: { kind: 't5-one-sequence' } }]
  if (architecture === 'plm') return [{ when: 'flash-attention-on-a-batch', cause: { kind: 'plm-flash-attention' } }]
  if (reservesForOneSequence(shape) && attendsBeforeTheEnd(shape))
    return [
      {
        when: 'sequences-do-not-divide-micro-batch',
        cause: { kind: 'sequences-divide-micro-batch' },
      },
    ]
  if (architecture === 'minimax-m3' && hasOddIndexer(shape))
    return [{ when: 'flash-attention-per-stream', cause: { kind: 'indexer-heads' } }]
  if (architecture === 'glm-dsa' && trunkLayers > 0 && !hasIndexer[0]) return [always({ kind: 'first-layer-without-indexer' })]
  if (architecture === 'hy_v4' && trunkLayers < layers && hasIndexer.includes(true))
    return [always({ kind: 'predicting-layers-with-indexer' })]
  return []
}

/** These graphs lose tokens if the sequence count does not divide the micro-batch. Source: `sched_reserve` in src/llama-context.cpp. */
const reservesForOneSequence = ({ architecture, release }: ModelShape): boolean =>
  architecture === 'minimax-01' || (architecture === 'kimi-linear' && release !== '0.4.0')

const hasOddIndexer = ({ kvHeads, indexerHeads, leadingDenseLayers, trunkLayers }: ModelShape): boolean =>
  kvHeads.some((heads, layer) => layer >= leadingDenseLayers && layer < trunkLayers && heads !== indexerHeads)

/** Ignores the last layer: only the requested outputs remain after it. */
const attendsBeforeTheEnd = ({ isRecurrent, trunkLayers }: ModelShape): boolean =>
  isRecurrent.some((isState, layer) => !isState && layer < trunkLayers - 1)

/** Rows of a view of K must be whole blocks. Source: `ggml_new_tensor_impl` in ggml/src/ggml.c. */
function widthHazards(caches: readonly CacheTemplate[]): Hazard[] {
  const widths = caches.flatMap(({ layers }) => layers.flatMap(({ tensors }) => tensors.filter(({ role }) => role === 'k')))
  const odd = widths.find(({ width }) => width % quantizedBlock !== 0)
  return odd
    ? [{ when: 'key-is-quantized', cause: { kind: 'key-row-not-blocks', elements: odd.width, blockElements: quantizedBlock } }]
    : []
}

const quantizedBlock = 32
