/**
 * Which layers a number of GPU layers puts on the device: the last ones, the output counting as one more behind them.
 *
 * Source: `i_gpu_start` and `pimpl->dev_input` in `llama_model_base::load_tensors` in src/llama-model.cpp (llama.cpp
 * v0.4.0): a layer is offloaded from index `layers + 1 - gpuLayers` on; the input never is. The cache of a layer lies
 * where the layer lies. Several GPUs count as one here.
 */
import type { PlannedWeights } from './planned-weights'

/** The first layer on the device; `layers` is the output's index, `layers + 1`: nothing is on the device. */
export const firstOffloaded = (layers: number, gpuLayers: number): number => Math.max(0, layers + 1 - gpuLayers)

export interface PlacedBytes {
  readonly ram: number
  readonly vram: number
}

/** `layers`: of the model as llama.cpp counts them, the ones that predict further tokens included. */
export function placeWeights(weights: PlannedWeights, layers: number, gpuLayers: number): PlacedBytes {
  const first = firstOffloaded(layers, gpuLayers)
  const isOutputOffloaded = first <= layers
  const offloaded = weights.layerBytes.reduce((sum, bytes, layer) => (layer >= first ? sum + bytes : sum), 0)
  const output = isOutputOffloaded ? weights.outputBytes : 0
  const copy = isOutputOffloaded ? weights.sharedOutputBytes : 0
  return { ram: weights.totalBytes - offloaded - output, vram: offloaded + output + copy }
}
