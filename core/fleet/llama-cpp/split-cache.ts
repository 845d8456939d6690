/**
 * Bytes of the caches on each device.
 *
 *   layer, row   the whole cache of each layer on the layer's device
 *   tensor       KV heads of each layer on all devices; the first device rotates from layer to layer. Recurrent states are divided.
 *                Caches without KV heads, all caches of DeepSeek V4 and LFM2's states are whole on every device.
 *
 * Source: `get_layer_buft_list` and `llama_meta_device_get_split_state` in src/llama-model.cpp, llama.cpp v0.4.0.
 */
import type { CachePlan } from '../../kv/cache-plan'
import type { FleetModel } from '../model/fleet-model'

export interface CacheBytes {
  readonly kv: number
  readonly state: number
}

export function byLayer({ layers }: Split, deviceOf: (layer: number) => number, devices: number): CacheBytes[] {
  const bytes = Array.from({ length: devices }, () => ({ kv: 0, state: 0 }))
  for (const { index, kBytes, vBytes, stateBytes } of layers) {
    const own = bytes[deviceOf(index)]
    if (!own) continue
    own.kv += kBytes + vBytes
    own.state += stateBytes
  }
  return bytes
}

export function byHeads({ architecture, layers }: Split, model: Pick<FleetModel, 'layers'>, devices: number): CacheBytes[] {
  const bytes = Array.from({ length: devices }, () => ({ kv: 0, state: 0 }))
  const seen = new Map<string, number>()
  for (const { index, kind, kBytes, vBytes, stateBytes } of layers) {
    const cache = model.layers[index]?.caches.find((one) => one.kind === kind)
    const heads = !cache || architecture === 'deepseek4' ? null : cache.kvHeads
    const rotation = seen.get(kind) ?? 0
    seen.set(kind, rotation + 1)
    for (let at = 0; at < devices; at++) {
      const own = bytes[(at + rotation) % devices]
      if (!own) continue
      own.kv += (kBytes + vBytes) * (heads === null ? 1 : headsOn(at, heads, devices) / heads)
      own.state += wholeStates.has(architecture) ? stateBytes : stateBytes / devices
    }
  }
  return bytes
}

type Split = Pick<CachePlan, 'architecture' | 'layers'>

const headsOn = (at: number, heads: number, devices: number): number =>
  Math.floor((heads * (at + 1)) / devices) - Math.floor((heads * at) / devices)

const wholeStates = new Set(['lfm2', 'lfm2moe', 'deepseek4'])
