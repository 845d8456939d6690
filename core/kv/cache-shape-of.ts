import { architectureOf, countOf, type GgufHeader } from '../gguf/header'
import { legible } from '../gguf/malformed'
import { cachesOf, memoryClassOf } from './classes/memory-class'
import { hazardsOf } from './hazards'
import type { CacheShape, ReleaseShape } from './shape/cache-shape'
import { Unloadable } from './shape/model-keys'
import type { ModelShape } from './shape/model-shape'
import { readModelShape } from './shape/read-model-shape'
import { knowsArchitecture, type LlamaCppRelease } from './shape/release'

/** For a split model, pass the joined header. */
export function cacheShapeOf(header: GgufHeader): CacheShape {
  const architecture = architectureOf(header) ?? ''
  const models = { '0.4.0': tryRead(header, '0.4.0'), '0.5.0': tryRead(header, '0.5.0') }
  const read = Object.values(models).find((model) => !('unloadable' in model))
  return {
    architecture: legible(architecture),
    layers: read?.layers ?? 0,
    trainedTokens: countOf(header, `${architecture}.context_length`) ?? 0,
    windowKey: countOf(header, `${architecture}.attention.sliding_window`) ?? 0,
    isCausal: read?.isCausal ?? true,
    releases: { '0.4.0': releaseShape(models['0.4.0'], '0.4.0'), '0.5.0': releaseShape(models['0.5.0'], '0.5.0') },
  }
}

type Reading = ModelShape | { readonly unloadable: string; readonly layers?: never; readonly isCausal?: never }

function tryRead(header: GgufHeader, release: LlamaCppRelease): Reading {
  try {
    return readModelShape(header, release)
  } catch (error) {
    if (error instanceof Unloadable) return { unloadable: error.message }
    throw error
  }
}

function releaseShape(model: Reading, release: LlamaCppRelease): ReleaseShape | { readonly unloadable: string } {
  if ('unloadable' in model) return { unloadable: model.unloadable }
  const memoryClass = memoryClassOf(model)
  const caches = cachesOf(model)
  const trunk = Array.from({ length: model.trunkLayers }, (_, layer) => layer)
  const distinct = (dimOf: (layer: number) => number) => [...new Set(trunk.map(dimOf))]
  return {
    memoryClass,
    caches,
    hazards: hazardsOf(model, memoryClass, caches),
    isLatent: model.isLatent,
    needsEqualTypes: model.isLatent || model.architecture === 'deepseek4',
    keyHeadDims: distinct((layer) => (model.isSliding[layer] ? model.slidingKeyDim : model.keyDim)),
    valueHeadDims: distinct((layer) => (model.isSliding[layer] ? model.slidingValueDim : model.valueDim)),
    needsTargetContext: model.needsTargetContext,
    assumed: !knowsArchitecture(release, model.architecture),
  }
}
