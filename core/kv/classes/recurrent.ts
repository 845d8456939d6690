/**
 * Only trunk layers have states, always in f32.
 *
 * Source: src/llama-memory-recurrent.cpp.
 */
import type { CacheTemplate, TensorTemplate } from '../shape/cache-shape'
import type { ModelShape } from '../shape/model-shape'

export function recurrent(shape: ModelShape, holds: (layer: number) => boolean = () => true): CacheTemplate {
  const { convolution, recurrence, perLayerEmbedding } = shape.state
  const always: TensorTemplate[] = [
    { role: 'r', width: convolution },
    { role: 's', width: recurrence },
  ]
  const tensorsOf = (layer: number): TensorTemplate[] =>
    perLayerEmbedding > 0 && shape.pleLayers.includes(layer) ? [...always, { role: 'p', width: perLayerEmbedding }] : always
  return {
    kind: 'recurrent',
    cells: { by: 'sequences' },
    streams: 'one',
    layers: Array.from({ length: shape.trunkLayers }, (_, index) => index)
      .filter(holds)
      .map((index) => ({ index, tensors: tensorsOf(index) })),
  }
}
