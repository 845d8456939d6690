/**
 * vLLM's groups of layers that share block tables.
 *
 *   bytes per block = largest group's sum of its layers' pages
 *   page            = block tokens x KV heads of a rank x (key dim + value dim) x element bytes
 *
 * With chunked attention (Llama 4), vLLM turns its manager of mixed caches off and keeps all tokens of every layer.
 *
 * Source: `get_kv_cache_groups`, `_get_kv_cache_groups_uniform_page_size` and `_get_kv_cache_bytes_per_block` in
 * vllm/v1/core/kv_cache_utils.py, `max_memory_usage_bytes` in vllm/v1/kv_cache_interface.py, `need_disable_hybrid_kv_cache_manager` in
 * vllm/config/vllm.py, vLLM 0.32.0.
 */
import type { FleetModel } from '../model/fleet-model'
import type { UserTokens } from '../types/replicas'
import { tokenBytes } from './rank-bytes'

export interface BlockGroup {
  readonly layers: readonly number[]
  readonly windowTokens: number | null
}

interface Bucket {
  readonly windowTokens: number | null
  readonly layers: number[]
  readonly sizes: Set<number>
}

/** Returns null if vLLM would have to give layers blocks of different sizes, which the plan does not follow. */
export function blockGroups(model: FleetModel, tensorParallel: number): BlockGroup[] | null {
  const buckets = new Map<number | null, Bucket>()
  const isChunked = model.subject.architecture === 'llama4'
  for (const [at, layer] of model.layers.entries()) {
    const [cache] = layer.caches
    if (!cache) continue
    const windowTokens = isChunked ? null : cache.windowTokens
    const bucket = buckets.get(windowTokens) ?? { windowTokens, layers: [], sizes: new Set() }
    buckets.set(windowTokens, bucket)
    bucket.layers.push(at)
    bucket.sizes.add(tokenBytes(model, layer, tensorParallel, 1))
  }
  const all = [...buckets.values()]
  if (all.length <= 1) return all.map(({ layers, windowTokens }) => ({ layers, windowTokens }))
  if (new Set(all.flatMap(({ sizes }) => [...sizes])).size > 1) return null
  const size = groupSize(all.map(({ layers }) => layers.length))
  return all.flatMap(({ layers, windowTokens }) => {
    const count = Math.ceil(layers.length / size)
    return Array.from({ length: count }, (_, group) => ({ windowTokens, layers: layers.filter((_layer, at) => at % count === group) }))
  })
}

function groupSize(counts: readonly number[]): number {
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  return most < least * 1.5 ? most : least
}

export interface BlockDemand {
  readonly perUser: number
  readonly shared: number
}

/** `inFlightTokens`: tokens of all batches that run at once, which a sliding window keeps until they are processed. */
export function blockDemand(
  groups: readonly BlockGroup[],
  blockTokens: number,
  inFlightTokens: number,
  { contextTokens, promptTokens, sharedTokens }: UserTokens,
): BlockDemand {
  const whole = groups.reduce((sum, { windowTokens }) => sum + groupBlocks(windowTokens, blockTokens, inFlightTokens, contextTokens), 0)
  const full = groups.filter(({ windowTokens }) => windowTokens === null).length
  // A prompt's last token is always computed, and only full blocks are shared.
  const shared = full * Math.floor(Math.max(0, Math.min(sharedTokens, promptTokens - 1)) / blockTokens)
  return { perUser: whole - shared, shared }
}

function groupBlocks(windowTokens: number | null, blockTokens: number, inFlightTokens: number, contextTokens: number): number {
  if (windowTokens === null) return Math.ceil(contextTokens / blockTokens)
  return Math.ceil(Math.min(windowTokens - 1 + inFlightTokens, contextTokens) / blockTokens) + 1
}
