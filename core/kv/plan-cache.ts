/**
 * bytes = sum over caches and their layers of row(type, width) x cells x streams
 *
 * The result equals llama.cpp's to the byte (./fixtures/README.md). A GPU may add about 100 bytes per quantized tensor.
 */
import { ggmlType } from '../gguf/ggml-types'
import type { CachePlan, PlannedCache, PlannedLayer } from './cache-plan'
import type { CacheSettings } from './cache-settings'
import { cellsOf, streamsOf } from './cells'
import { contextParams } from './context-params'
import { type EffectiveSizes, effectiveSizes } from './effective-sizes'
import { flashAttentionInUse, refusalOf } from './refusals'
import type { CacheShape, CacheTemplate, ReleaseShape } from './shape/cache-shape'
import { installedRelease } from './shape/release'
import { tensorBytes } from './tensor-bytes'

export function planCache(model: CacheShape, asked: CacheSettings): CachePlan {
  const settings: CacheSettings = { ...asked, flashAttention: flashAttentionInUse(model, asked) }
  const sizes = effectiveSizes(contextParams(settings, model), settings.kvUnified ?? false, model)
  const shape = model.releases[settings.llamaCpp ?? installedRelease]
  const refused = refusalOf(model, shape, settings, sizes)
  if (refused || 'unloadable' in shape) return { ...emptyPlan(model, shape), refused, sizes }
  const caches = shape.caches.map((cache) => planOne(cache, settings, sizes))
  const kvBytes = sum(caches, ({ cache }) => cache.keyBytes + cache.valueBytes)
  const recurrentBytes = sum(caches, ({ cache }) => cache.stateBytes)
  return {
    ...emptyPlan(model, shape),
    refused: null,
    sizes,
    kvBytes,
    recurrentBytes,
    totalCacheBytes: kvBytes + recurrentBytes,
    caches: caches.map(({ cache }) => cache),
    layers: inOrder(caches, model.layers),
  }
}

const emptyPlan = ({ architecture }: CacheShape, shape: ReleaseShape | { readonly unloadable: string }) => ({
  architecture,
  memoryClass: 'unloadable' in shape ? ('none' as const) : shape.memoryClass,
  assumed: !('unloadable' in shape) && shape.assumed,
  kvBytes: 0,
  recurrentBytes: 0,
  totalCacheBytes: 0,
  caches: [],
  layers: [],
})

interface PlannedOne {
  readonly cache: PlannedCache
  readonly layers: readonly PlannedLayer[]
}

function planOne(template: CacheTemplate, settings: CacheSettings, sizes: EffectiveSizes): PlannedOne {
  const cells = cellsOf(template, sizes, settings.swaFullCache)
  const streams = streamsOf(template, sizes)
  const types = { key: ggmlType(settings.keyType), value: ggmlType(settings.valueType), state: ggmlType('f32') }
  const isTransposed = settings.flashAttention === 'off'
  let [keyBytes, valueBytes, stateBytes] = [0, 0, 0]
  const layers = template.layers.map(({ index, tensors }): PlannedLayer => {
    let [kBytes, vBytes, layerStateBytes] = [0, 0, 0]
    for (const { role, width, transposedWidth } of tensors) {
      if (role === 'k') kBytes += tensorBytes(types.key, width, cells, streams)
      else if (role === 'v') vBytes += tensorBytes(types.value, isTransposed ? (transposedWidth ?? width) : width, cells, streams)
      else layerStateBytes += tensorBytes(types.state, width, cells, streams)
    }
    keyBytes += kBytes
    valueBytes += vBytes
    stateBytes += layerStateBytes
    return { index, kind: template.kind, cells, kBytes, vBytes, stateBytes: layerStateBytes }
  })
  const bytes = keyBytes + valueBytes + stateBytes
  const windowCells = template.cells.by === 'window' ? Math.min(cells, template.cells.windowTokens) : cells
  const owned = { keyBytes, valueBytes, stateBytes, bytes }
  return { cache: { kind: template.kind, cells, windowCells, streams, layers: layers.length, ...owned }, layers }
}

/** Uses plain loops, because a slider in the planner calls this on every move. */
function inOrder(planned: readonly PlannedOne[], count: number): PlannedLayer[] {
  const byIndex = new Array<PlannedLayer[] | undefined>(count)
  for (const { layers } of planned)
    for (const layer of layers) {
      if (layer.index >= count) continue
      const found = byIndex[layer.index]
      if (found) found.push(layer)
      else byIndex[layer.index] = [layer]
    }
  const ordered: PlannedLayer[] = []
  for (let index = 0; index < count; index++) {
    const found = byIndex[index]
    if (!found) ordered.push(emptyLayer(index))
    else for (const layer of found) ordered.push(layer)
  }
  return ordered
}

const emptyLayer = (index: number): PlannedLayer => ({ index, kind: 'none', cells: 0, kBytes: 0, vBytes: 0, stateBytes: 0 })

const sum = <T>(items: readonly T[], measure: (item: T) => number): number => items.reduce((total, item) => total + measure(item), 0)
