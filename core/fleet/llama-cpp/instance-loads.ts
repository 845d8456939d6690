/**
 * Split by layer: a token passes one device after the other. Between two RPC hosts its vector goes through the main host, so it crosses the
 * network twice. Split by tensor or row: all devices work on each layer, with two reductions per layer.
 *
 * Source: `ggml_backend_rpc_buffer_cpy_tensor` in ggml/src/ggml-rpc/ggml-rpc.cpp, which copies only within one server, llama.cpp v0.4.0.
 */
import { ggmlType } from '../../gguf/ggml-types'
import type { CacheLoad, StageLoad, Transfer } from '../bounds/stage-load'
import type { FleetModel } from '../model/fleet-model'
import { deviceOfLayer, type LlamaCppSetup } from './instance-bytes'
import type { Instance, InstanceDevice } from './instances'

const floatBytes = 4

export function instanceLoads(setup: LlamaCppSetup, instance: Instance): StageLoad[] {
  const { model, engine } = setup
  const { devices } = instance
  const all = model.layers.map((_layer, at) => at)
  if (devices.length === 0) return [loadOf(setup, mainCpu(instance), all, true, [])]
  if (engine.split !== 'layer') return [together(setup, instance, all)]
  const deviceOf = deviceOfLayer(model, instance)
  return devices.map((device, at) => {
    const layers = all.filter((layer) => deviceOf(layer) === at)
    const hasOutput = deviceOf(model.subject.shape.layers) === at
    return loadOf(setup, device, layers, hasOutput, handovers(model, devices, at, hasOutput))
  })
}

const mainCpu = ({ main }: Instance): InstanceDevice => ({ host: main, device: main.device, isRemote: false })

function loadOf(
  setup: LlamaCppSetup,
  { device }: InstanceDevice,
  layers: readonly number[],
  hasOutput: boolean,
  transfers: Transfer[],
): StageLoad {
  const { model } = setup
  const { outputBytes, sharedOutputBytes } = model.weights
  const own = layers.flatMap((at) => model.layers[at] ?? [])
  return {
    device,
    weightBytes: own.reduce((sum, { denseBytes }) => sum + denseBytes, hasOutput ? outputBytes + sharedOutputBytes : 0),
    expertBytes: own.reduce((sum, { expertBytes }) => sum + expertBytes, 0),
    expertShare: model.experts > 0 ? model.expertsUsed / model.experts : 0,
    expertReplicas: 1,
    flopPerToken: own.reduce((sum, { flop }) => sum + flop, 0),
    outputFlop: hasOutput ? model.outputFlop : 0,
    caches: own.flatMap(({ caches }) => caches.map((cache) => cacheLoad(setup, cache))),
    transfers,
  }
}

function cacheLoad(
  { model, choice }: LlamaCppSetup,
  { kvHeads, keyDim, valueDim, windowTokens }: FleetModel['layers'][number]['caches'][number],
): CacheLoad {
  const bytesOf = (type: string, elements: number): number => {
    const { blockBytes, blockElements } = ggmlType(type)
    return (elements * blockBytes) / blockElements
  }
  return {
    windowTokens,
    bytesPerCell: bytesOf(choice.keyType, kvHeads * keyDim) + bytesOf(choice.valueType, kvHeads * valueDim),
    decodeFlopPerCell: model.decodeFlopPerCell,
    prefillFlopPerCell: model.prefillFlopPerCell,
  }
}

function handovers(
  { embeddingDim, vocabulary }: FleetModel,
  devices: readonly InstanceDevice[],
  at: number,
  hasOutput: boolean,
): Transfer[] {
  const [own, before] = [devices[at], devices[at - 1]]
  if (!own) return []
  const vector = embeddingDim * floatBytes
  const transfers: Transfer[] = []
  if (own.isRemote) {
    // From the main host, or from another RPC host through it.
    const crossings = before?.isRemote ? 2 : 1
    transfers.push({ bytesPerToken: crossings * vector, hops: crossings, link: own.host.network })
  } else if (before) transfers.push({ bytesPerToken: vector, hops: 1, link: before.isRemote ? before.host.network : own.host.link })
  if (hasOutput && own.isRemote) transfers.push({ bytesPerToken: vocabulary * floatBytes, hops: 1, link: own.host.network })
  return transfers
}

function together(setup: LlamaCppSetup, { devices }: Instance, layers: readonly number[]): StageLoad {
  const slowest = devices.reduce((a, b) => ((b.device.bytesPerSecond ?? 0) < (a.device.bytesPerSecond ?? 0) ? b : a))
  const whole = loadOf(setup, slowest, layers, true, [])
  const count = devices.length
  const link = devices.some(({ isRemote }) => isRemote)
    ? (devices.find(({ isRemote }) => isRemote)?.host.network ?? null)
    : slowest.host.link
  const hops = 2 * layers.length
  const bytesPerToken = (hops * setup.model.embeddingDim * floatBytes * 2 * (count - 1)) / count
  return {
    ...whole,
    weightBytes: whole.weightBytes / count,
    expertBytes: whole.expertBytes / count,
    flopPerToken: whole.flopPerToken / count,
    outputFlop: whole.outputFlop / count,
    caches: whole.caches.map((cache) => ({
      ...cache,
      bytesPerCell: cache.bytesPerCell / count,
      decodeFlopPerCell: cache.decodeFlopPerCell / count,
      prefillFlopPerCell: cache.prefillFlopPerCell / count,
    })),
    transfers: count > 1 ? [{ bytesPerToken, hops, link }] : [],
  }
}
