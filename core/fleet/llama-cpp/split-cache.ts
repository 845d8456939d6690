/**
 * Bytes of the caches on each device.
 *
 *   layer, row   the whole cache of each layer on the layer's device
 *   tensor       KV heads of each layer on all devices; the first device rotates from layer to layer
 *
 * Source: `get_layer_buft_list` and `llama_meta_device_get_split_state` in src/llama-model.cpp, llama.cpp v0.4.0.
 */
import type { CachePlan } from '../../kv/cache-plan'
import type { FleetModel } from '../model/fleet-model'

export interface CacheBytes {
  readonly kv: number
  readonly state: number
}

export function byLayer({ layers }: CachePlan, deviceOf: (layer: number) => number, devices: number): CacheBytes[] {
  const bytes = Array.from({ length: devices }, () => ({ kv: 0, state: 0 }))
  for (const { index, kBytes, vBytes, stateBytes } of layers) {
    const own = bytes[deviceOf(index)]
    if (!own) continue
    own.kv += kBytes + vBytes
    own.state += stateBytes
  }
  return bytes
}

export function byHeads({ layers }: CachePlan, model: FleetModel, devices: number): CacheBytes[] {
  const bytes = Array.from({ length: devices }, () => ({ kv: 0, state: 0 }))
  const seen = new Map<string, number>()
  for (const { index, kind, kBytes, vBytes } of layers) {
    const heads = model.layers[index]?.caches.find((cache) => cache.kind === kind)?.kvHeads ?? 0
    if (heads === 0) continue
    const rotation = seen.get(kind) ?? 0
    seen.set(kind, rotation + 1)
    for (let at = 0; at < devices; at++) {
      const share = Math.floor((heads * (at + 1)) / devices) - Math.floor((heads * at) / devices)
      const own = bytes[(at + rotation) % devices]
      if (own) own.kv += ((kBytes + vBytes) * share) / heads
    }
  }
  return bytes
}
