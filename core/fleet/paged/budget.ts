/**
 * The memory of a device that may hold K and V.
 *
 *   vLLM    total x memory utilization - weights - overhead - peak of activations
 *   SGLang  (total - overhead) x memory fraction - weights
 *
 * Both engines measure overhead and activations when they start, so they are estimates here; the fleet's file can replace them by figures
 * from a log.
 *
 * Source: `request_memory` in vllm/v1/worker/utils.py and `determine_available_memory` in gpu_worker.py (vLLM 0.32.0);
 * `_profile_available_bytes` in sglang/srt/mem_cache/kv_cache_configurator.py and `handle_gpu_memory_settings` in
 * sglang/srt/arg_groups/memory_hook.py (SGLang 0.5.23).
 */
import { gpuOverheadBytes } from '../../plan/parts/overhead'
import type { FleetModel } from '../model/fleet-model'
import type { SglangEngine, VllmEngine } from '../schema/fleet-file'
import type { Device } from '../types/fleet'

const [gib, mib] = [2 ** 30, 2 ** 20]

export interface Reserved {
  readonly overheadBytes: number
  readonly activationBytes: number
  /** Memory that the engine's settings leave free. */
  readonly keptBytes: number
}

export function reservedBytes(engine: VllmEngine | SglangEngine, device: Device, model: FleetModel): Reserved {
  const { memoryBytes } = device
  const overheadBytes = engine.overheadGibibytes === undefined ? gpuOverheadBytes : Math.round(engine.overheadGibibytes * gib)
  const given = engine.activationGibibytes === undefined ? null : Math.round(engine.activationGibibytes * gib)
  if (engine.kind === 'vllm') {
    const keptBytes = memoryBytes - Math.ceil(memoryBytes * engine.memoryUtilization)
    return { overheadBytes, activationBytes: given ?? activationBytes(engine, device, model), keptBytes }
  }
  const fraction = memoryShare(engine, device)
  // SGLang's activations are part of the memory outside its fraction.
  const outside = Math.ceil((memoryBytes - overheadBytes) * (1 - fraction))
  const activations = Math.min(outside, given ?? activationBytes(engine, device, model))
  return { overheadBytes, activationBytes: activations, keptBytes: outside - activations }
}

/** vLLM: of the GPU's memory. SGLang: of the memory that is free when it starts. */
export const memoryShare = (engine: VllmEngine | SglangEngine, device: Device): number =>
  engine.kind === 'vllm' ? engine.memoryUtilization : (engine.memoryFraction ?? sglangFraction(engine, device))

/**
 * vLLM runs a batch of the most tokens to find its peak: the widest point of a layer in 16 bits, then logits and probabilities in f32 for
 * as many sequences as may run.
 */
function activationBytes(engine: VllmEngine | SglangEngine, device: Device, { subject, vocabulary }: FleetModel): number {
  const perToken = 2 * (subject.compute?.layerElements ?? 0)
  const sequences = engine.kind === 'vllm' ? maxSequences(engine, device) : graphBatch(engine, device)
  return Math.round((batchTokens(engine, device) * perToken) / engine.tensorParallel + 2 * 4 * vocabulary * sequences)
}

/** Source: `chunked_prefill_size` in SGLang's memory_hook.py. */
export function batchTokens(engine: VllmEngine | SglangEngine, device: Device): number {
  if (engine.batchTokens !== undefined) return engine.batchTokens
  if (engine.kind === 'vllm') return batchDefaults(device).tokens
  const { memoryBytes } = device
  return memoryBytes < 20 * gib ? 2048 : memoryBytes < 60 * gib ? 4096 : memoryBytes < 160 * gib ? 8192 : 16_384
}

/** vLLM's `max_num_seqs`. */
export const maxSequences = (engine: VllmEngine, device: Device): number =>
  engine.maxSequences ?? Math.min(batchDefaults(device).sequences, batchTokens(engine, device))

/** Source: `get_batch_defaults` in vllm/engine/arg_utils.py, for the API server. */
function batchDefaults({ name, memoryBytes }: Device): { readonly tokens: number; readonly sequences: number } {
  if (memoryBytes >= 160 * gib) return { tokens: 16_384, sequences: 1024 }
  if (memoryBytes >= 70 * gib && !/a100/i.test(name)) return { tokens: 8192, sequences: 1024 }
  return { tokens: 2048, sequences: 256 }
}

/** SGLang captures graphs for batches of up to this many sequences. */
const graphBatch = (engine: SglangEngine, { memoryBytes }: Device): number =>
  Math.min(usualGraphBatch(engine.tensorParallel >= 4, memoryBytes), engine.maxSequences ?? Number.POSITIVE_INFINITY)

function usualGraphBatch(isWide: boolean, memoryBytes: number): number {
  if (memoryBytes < 20 * gib) return 8
  if (memoryBytes < 35 * gib) return isWide ? 160 : 48
  if (memoryBytes < 60 * gib) return isWide ? 160 : 32
  if (memoryBytes < 160 * gib) return isWide ? 512 : 256
  return 512
}

/** Without the graphs of prefills, whose number depends on the backend. */
function sglangFraction(engine: SglangEngine, device: Device): number {
  const { tensorParallel, pipelineParallel } = engine
  const capacity = device.memoryBytes / mib
  const activations = 512 + 1.5 * Math.max(2048, batchTokens(engine, device))
  const reserve = activations + (tensorParallel * pipelineParallel * 1024) / 8 + 2 * graphBatch(engine, device)
  return Math.round(((capacity - (capacity > 60 * 1024 ? Math.max(reserve, 10 * 1024) : reserve)) / capacity) * 1000) / 1000
}
