/** What each device of an instance holds, and the main host's RAM. All layers are on devices, as with `--n-gpu-layers all`. */
import type { CachePlan } from '../../kv/cache-plan'
import type { CacheSettings } from '../../kv/cache-settings'
import { padCells } from '../../kv/context-params'
import { planCache } from '../../kv/plan-cache'
import { gpuOfLayer } from '../../plan/missing-bytes'
import { computeBytes, computeErrorShare } from '../../plan/parts/compute-buffer'
import { engineOverheadBytes, gpuOverheads } from '../../plan/parts/overhead'
import type { FleetModel } from '../model/fleet-model'
import type { LlamaCppEngine } from '../schema/fleet-file'
import type { EngineChoice } from '../types/fleet'
import type { DevicePart, PartKind } from '../types/fleet-plan'
import type { Instance } from './instances'
import { byHeads, byLayer } from './split-cache'

export interface LlamaCppSetup {
  readonly engine: LlamaCppEngine
  readonly choice: Extract<EngineChoice, { readonly engine: LlamaCppEngine }>
  readonly model: FleetModel
}

export interface Holding {
  readonly firstLayer: number
  readonly endLayer: number
  readonly parts: readonly DevicePart[]
}

export interface InstanceBytes {
  readonly plan: CachePlan
  readonly devices: readonly Holding[]
  readonly ram: readonly DevicePart[]
}

export const slotSettings = ({ choice, engine }: LlamaCppSetup, contextTokens: number, users: number): CacheSettings => ({
  totalContextTokens: users * padCells(contextTokens),
  sequences: users,
  microBatchTokens: engine.microBatchTokens,
  keyType: choice.keyType,
  valueType: choice.valueType,
  swaFullCache: false,
  flashAttention: engine.split === 'tensor' ? 'on' : engine.flashAttention,
})

/** The output counts as the last layer. */
export function deviceOfLayer({ subject }: FleetModel, { devices }: Instance): (layer: number) => number {
  const free = devices.map(({ device }) => device.memoryBytes)
  return (layer) => gpuOfLayer(layer, 0, subject.shape.layers + 1, free)
}

export function instanceBytes(setup: LlamaCppSetup, instance: Instance, contextTokens: number, users: number): InstanceBytes {
  const settings = slotSettings(setup, contextTokens, users)
  const { subject, weights } = setup.model
  const plan = planCache(subject.shape, settings)
  const count = instance.devices.length
  const copies = setup.engine.split === 'layer' && count > 1 ? inputCopyBytes(setup.model, settings, plan) : 0
  const compute = subject.compute ? computeBytes(subject.compute, settings, plan) + copies : 0
  // In tensor mode, the share of a device was not compared with llama.cpp.
  const source = plan.assumed || setup.engine.split === 'tensor' ? 'estimate' : 'exact'
  const cacheParts = (kv: number, state: number): DevicePart[] => [
    part('kv', Math.round(kv), source),
    part('state', Math.round(state), source),
  ]
  const weigh = (bytes: number, error = weights.errorShare ?? null): DevicePart =>
    part('weights', Math.round(bytes), error === null ? 'exact' : 'estimate', error)
  const buffer = part('activations', compute, 'estimate', computeErrorShare(Math.max(1, compute)))
  if (count === 0)
    return {
      plan,
      devices: [],
      ram: filled([
        weigh(weights.totalBytes),
        ...cacheParts(plan.kvBytes, plan.recurrentBytes),
        buffer,
        part('overhead', engineOverheadBytes, 'estimate'),
      ]),
    }
  const held = heldWeights(setup, instance)
  const caches =
    setup.engine.split === 'tensor' ? byHeads(plan, setup.model, count) : byLayer(plan, deviceOfLayer(setup.model, instance), count)
  return {
    plan,
    devices: instance.devices.map(({ device }, at) => {
      const { bytes = 0, firstLayer = 0, endLayer = 0, errorShare = null } = held[at] ?? {}
      const cache = caches[at]
      const ofGpu = gpuOverheads[device.gpu ?? 'unknown']
      const overhead =
        device.kind === 'gpu'
          ? part('overhead', ofGpu.bytes, 'estimate', ofGpu.errorShare)
          : part('overhead', engineOverheadBytes, 'estimate')
      return {
        firstLayer,
        endLayer,
        parts: filled([weigh(bytes, errorShare), ...cacheParts(cache?.kv ?? 0, cache?.state ?? 0), buffer, overhead]),
      }
    }),
    ram: filled([weigh(weights.inputBytes), part('overhead', engineOverheadBytes, 'estimate')]),
  }
}

/**
 * With layers on several devices, llama.cpp runs batches in a pipeline and keeps 4 copies of a device's inputs: the attention masks
 * and the vectors from the previous device.
 *
 * Source: `pipeline_parallel` in src/llama-context.cpp, `GGML_SCHED_MAX_COPIES` in ggml/src/ggml-backend.cpp, llama.cpp v0.4.0.
 */
function inputCopyBytes({ embeddingDim }: FleetModel, { flashAttention }: CacheSettings, { sizes, caches }: CachePlan): number {
  const cells = new Map(caches.filter(({ kind }) => kind !== 'recurrent').map((cache) => [cache.kind, cache.cells]))
  const masked = [...cells.values()].reduce((sum, count) => sum + count, 0)
  const tokens = Math.min(sizes.contextTokens, sizes.microBatchTokens)
  return 3 * tokens * (masked * (flashAttention === 'off' ? 4 : 2) + embeddingDim * 4)
}

interface Held {
  bytes: number
  firstLayer: number
  endLayer: number
  readonly errorShare: number | null
}

/** Assumed: norms are whole on every device, and parts end at block boundaries. */
const unevenShare = 0.02

function heldWeights({ engine, model }: LlamaCppSetup, instance: Instance): Held[] {
  const { weights } = model
  const error = weights.errorShare ?? null
  const output = weights.outputBytes + weights.sharedOutputBytes
  const count = instance.devices.length
  if (engine.split !== 'layer') {
    const free = instance.devices.map(({ device }) => device.memoryBytes)
    const total = free.reduce((sum, bytes) => sum + bytes, 0)
    const all = weights.layerBytes.reduce((sum, bytes) => sum + bytes, output)
    // Without --tensor-split, tensor mode divides evenly and row mode by free memory.
    return free.map((bytes) => ({
      bytes: engine.split === 'tensor' ? all / count : (all * bytes) / total,
      firstLayer: 0,
      endLayer: weights.layerBytes.length,
      errorShare: (error ?? 0) + unevenShare,
    }))
  }
  const deviceOf = deviceOfLayer(model, instance)
  const held: Held[] = instance.devices.map(() => ({ bytes: 0, firstLayer: -1, endLayer: -1, errorShare: error }))
  const last = held[deviceOf(model.subject.shape.layers)]
  if (last) last.bytes += output
  for (const [layer, bytes] of weights.layerBytes.entries()) {
    const own = held[deviceOf(layer)]
    if (!own) continue
    own.bytes += bytes
    if (own.firstLayer < 0) own.firstLayer = layer
    own.endLayer = layer + 1
  }
  return held.map((one) => ({ ...one, firstLayer: Math.max(0, one.firstLayer), endLayer: Math.max(0, one.endLayer) }))
}

const part = (kind: PartKind, bytes: number, source: DevicePart['source'], errorShare: number | null = null): DevicePart => ({
  kind,
  bytes,
  source,
  errorShare,
})
const filled = (parts: readonly DevicePart[]): DevicePart[] => parts.filter(({ bytes }) => bytes > 0)
