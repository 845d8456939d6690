/**
 * Several GPUs count as one.
 *
 * Source: `i_gpu_start` and `pimpl->dev_input` in `llama_model_base::load_tensors` in src/llama-model.cpp, llama.cpp v0.4.0.
 */
import type { PlannedWeights } from './planned-weights'

export const firstOffloaded = (layers: number, gpuLayers: number): number => Math.max(0, layers + 1 - gpuLayers)

export interface SplitBytes {
  readonly ram: number
  readonly vram: number
}

/** `layers` includes prediction layers. */
export function splitWeights(weights: PlannedWeights, layers: number, gpuLayers: number): SplitBytes {
  const first = firstOffloaded(layers, gpuLayers)
  const isOutputOffloaded = first <= layers
  const offloaded = weights.layerBytes.reduce((sum, bytes, layer) => (layer >= first ? sum + bytes : sum), 0)
  const output = isOutputOffloaded ? weights.outputBytes : 0
  const copy = isOutputOffloaded ? weights.sharedOutputBytes : 0
  return { ram: weights.totalBytes - offloaded - output, vram: offloaded + output + copy }
}
