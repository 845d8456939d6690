/**
 * Scratch memory of the CPU backend for one micro-batch.
 *
 *   bytes = tokens x max(4 x output, 4 x layer + masks + scores + indexer)
 *
 * Masks are f16 with flash attention, otherwise f32.
 *
 * Source: `llama_context::sched_reserve` in src/llama-context.cpp (one output per token) and `build_attn_inp_kq_mask` in
 * src/llama-graph.cpp, llama.cpp v0.5.0.
 */
import type { CachePlan } from '../../kv/cache-plan'
import type { CacheSettings } from '../../kv/cache-settings'
import type { PlannedCacheKind } from '../../kv/shape/cache-shape'
import type { ComputeShape } from './compute-shape'

/** Covers all 2,168 contexts in ./compute-buffer.test.ts (v0.5.0, CPU) and v0.4.0's largest error. */
export const computeErrorShare = (bytes: number): number => Math.max(0.3, Math.min(0.9, (0.9 * 128 * 2 ** 20) / bytes))

/** Mask, scores and sort order, measured with v0.5.0. */
const indexerBytesPerCell = 18

export function computeBytes(shape: ComputeShape, { flashAttention }: Pick<CacheSettings, 'flashAttention'>, plan: CachePlan): number {
  const { sizes } = plan
  const tokens = Math.min(sizes.contextTokens, sizes.microBatchTokens)
  const isFlash = flashAttention !== 'off'
  const cells = cellsByKind(plan)
  const full = shape.attendsWithoutCache && plan.caches.length === 0 ? tokens : cells('full') + cells('sinks')
  const attended = full + cells('sliding') + cells('csa') + cells('hca')
  const scored = Math.max(full, cells('sliding'), cells('csa') + cells('hca') > 0 ? attended : 0)
  const perToken =
    4 * shape.layerElements +
    attended * (isFlash ? 2 : 4) +
    (isFlash ? 0 : scored * shape.heads * 4) +
    (sorts(plan, isFlash) ? cells('indexer') * indexerBytesPerCell : 0)
  return Math.ceil(tokens * Math.max(4 * shape.outputElements, perToken))
}

/** MSA sorts only with flash attention and separate streams. */
const sorts = ({ memoryClass, sizes }: CachePlan, isFlash: boolean): boolean =>
  memoryClass !== 'kv_cache_msa' || (isFlash && !sizes.unified)

/** A token attends to the cells of its own stream only. */
function cellsByKind({ caches }: CachePlan): (kind: PlannedCacheKind) => number {
  const most = new Map<PlannedCacheKind, number>()
  for (const { kind, cells } of caches) most.set(kind, Math.max(most.get(kind) ?? 0, cells))
  return (kind) => most.get(kind) ?? 0
}
