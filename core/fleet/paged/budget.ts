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

const [gib, mib] = [2 ** 30, 2 ** 20]

export interface Reserved {
  readonly overheadBytes: number
  readonly activationBytes: number
  /** Memory that the engine's settings leave free. */
  readonly keptBytes: number
}

export function reservedBytes(engine: VllmEngine | SglangEngine, memoryBytes: number, model: FleetModel): Reserved {
  const overheadBytes = engine.overheadGibibytes === undefined ? gpuOverheadBytes : Math.round(engine.overheadGibibytes * gib)
  const given = engine.activationGibibytes === undefined ? null : Math.round(engine.activationGibibytes * gib)
  if (engine.kind === 'vllm') {
    const keptBytes = memoryBytes - Math.ceil(memoryBytes * engine.memoryUtilization)
    return { overheadBytes, activationBytes: given ?? activationBytes(engine, memoryBytes, model), keptBytes }
  }
  const fraction = engine.memoryFraction ?? sglangFraction(engine, memoryBytes)
  // SGLang's activations are part of the memory outside its fraction.
  const outside = Math.ceil((memoryBytes - overheadBytes) * (1 - fraction))
  const activations = Math.min(outside, given ?? activationBytes(engine, memoryBytes, model))
  return { overheadBytes, activationBytes: activations, keptBytes: outside - activations }
}

/**
 * vLLM runs a batch of the most tokens to find its peak: the widest point of a layer in 16 bits, then logits and probabilities in f32 for
 * as many sequences as may run.
 */
function activationBytes(engine: VllmEngine | SglangEngine, memoryBytes: number, { subject, vocabulary }: FleetModel): number {
  const perToken = 2 * (subject.compute?.layerElements ?? 0)
  const logits = 2 * 4 * vocabulary * maxSequences(engine, memoryBytes)
  return Math.round((batchTokens(engine, memoryBytes) * perToken) / engine.tensorParallel + logits)
}

/** Source: `get_batch_defaults` in vllm/engine/arg_utils.py, for the API server; `chunked_prefill_size` in SGLang's memory_hook.py. */
export function batchTokens(engine: VllmEngine | SglangEngine, memoryBytes: number): number {
  if (engine.batchTokens !== undefined) return engine.batchTokens
  if (engine.kind === 'vllm') return memoryBytes >= 160 * gib ? 16_384 : memoryBytes >= 70 * gib ? 8192 : 2048
  return memoryBytes < 20 * gib ? 2048 : memoryBytes < 60 * gib ? 4096 : memoryBytes < 160 * gib ? 8192 : 16_384
}

/** vLLM's `max_num_seqs`. SGLang captures graphs for this many. */
export function maxSequences(engine: VllmEngine | SglangEngine, memoryBytes: number): number {
  if (engine.maxSequences !== undefined) return engine.maxSequences
  if (engine.kind === 'vllm') return memoryBytes >= 70 * gib ? 1024 : 256
  return graphBatch(engine, memoryBytes)
}

function graphBatch({ tensorParallel }: SglangEngine, memoryBytes: number): number {
  const isWide = tensorParallel >= 4
  if (memoryBytes < 20 * gib) return 8
  if (memoryBytes < 35 * gib) return isWide ? 160 : 48
  if (memoryBytes < 60 * gib) return isWide ? 160 : 32
  if (memoryBytes < 160 * gib) return isWide ? 512 : 256
  return 512
}

/** Without the graphs of prefills, whose number depends on the backend. */
function sglangFraction(engine: SglangEngine, memoryBytes: number): number {
  const { tensorParallel, pipelineParallel } = engine
  const capacity = memoryBytes / mib
  const activations = 512 + 1.5 * Math.max(2048, batchTokens(engine, memoryBytes))
  const reserve = activations + (tensorParallel * pipelineParallel * 1024) / 8 + 2 * graphBatch(engine, memoryBytes)
  return Math.round(((capacity - (capacity > 60 * 1024 ? Math.max(reserve, 10 * 1024) : reserve)) / capacity) * 1000) / 1000
}
