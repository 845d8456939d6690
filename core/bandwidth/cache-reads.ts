/**
 * The bytes of a sequence's caches that a token reads and writes:
 *
 *   bytes read    = cells that it attends to, including its own, x bytes per row
 *   bytes written = one row per layer, or a whole recurrent state
 *
 * Without flash attention, llama.cpp also reads masked cells, in steps of 256. Repeated reads do not count, because the processor's cache
 * serves them: by a layer that reuses another layer's cells, or by further query heads of a KV head. Sparse attention (DSA) counts as
 * reading every cell.
 * Source: `get_n_kv` in src/llama-kv-cache.cpp, `ggml_compute_forward_flash_attn_ext_f16_one_chunk` in ggml/src/ggml-cpu/ops.cpp, v0.4.0.
 */
import type { ReadCacheKind } from '../contract/cache/read-cache-kinds'
import { ggmlType } from '../gguf/ggml-types'
import type { CacheSettings } from '../kv/cache-settings'
import { cellsOf } from '../kv/cells'
import { contextParams, padCells } from '../kv/context-params'
import { effectiveSizes } from '../kv/effective-sizes'
import { flashAttentionInUse } from '../kv/refusals'
import type { CacheShape, CacheTemplate, ReleaseShape, TensorTemplate } from '../kv/shape/cache-shape'
import { installedRelease } from '../kv/shape/release'

export interface CacheReads {
  readonly kind: ReadCacheKind
  readonly readBytes: number
  readonly writtenBytes: number
}

/** The last `newTokens` tokens of a sequence of `tokens` tokens. */
export interface CacheSpan {
  readonly tokens: number
  /** 1 in decode. */
  readonly newTokens: number
}

/** Returns one entry per cache kind that is read or written. Returns [] if llama.cpp cannot load the model. */
export function cacheReads(shape: CacheShape, settings: CacheSettings, { tokens, newTokens }: CacheSpan): CacheReads[] {
  const byKind = new Map<ReadCacheKind, CacheReads>()
  for (const { template, release, cells } of cachesOf(shape, settings)) {
    const kind = kindOf(template, release)
    const before = byKind.get(kind) ?? { kind, readBytes: 0, writtenBytes: 0 }
    const read = readCells(template, cells, tokens, newTokens, isFlash(shape, settings))
    const written = writtenCells(template, newTokens)
    const row = rowBytesOf(template, settings, isFlash(shape, settings))
    byKind.set(kind, { kind, readBytes: before.readBytes + read * row, writtenBytes: before.writtenBytes + written * row })
  }
  return [...byKind.values()].filter(({ readBytes, writtenBytes }) => readBytes + writtenBytes > 0)
}

/** Counts the pairs of a new token and a cell that it attends to, in all layers. */
export function attendedCells(shape: CacheShape, settings: CacheSettings, { tokens, newTokens }: CacheSpan): number {
  let pairs = 0
  for (const { template } of cachesOf(shape, settings)) {
    if (template.kind === 'indexer') continue
    const layers = template.layers.filter(({ tensors }) => tensors.some(({ role }) => role === 'k')).length
    pairs += layers * attendedOne(template, tokens, newTokens)
  }
  return pairs
}

interface SizedCache {
  readonly template: CacheTemplate
  readonly release: ReleaseShape
  readonly cells: number
}

function cachesOf(shape: CacheShape, settings: CacheSettings): SizedCache[] {
  const release = shape.releases[settings.llamaCpp ?? installedRelease]
  if ('unloadable' in release) return []
  const sizes = effectiveSizes(contextParams(settings, shape), settings.kvUnified ?? false, shape)
  return release.caches.map((template) => ({ template, release, cells: cellsOf(template, sizes, settings.swaFullCache) }))
}

const isFlash = (shape: CacheShape, settings: CacheSettings): boolean => flashAttentionInUse(shape, settings) !== 'off'

function kindOf({ kind }: CacheTemplate, { isLatent }: ReleaseShape): ReadCacheKind {
  switch (kind) {
    case 'full':
      return isLatent ? 'latent' : 'full'
    case 'sliding':
    case 'recurrent':
    case 'indexer':
      return kind
    default:
      return 'compressed'
  }
}

/** Counts a cell once for all new tokens. */
function readCells({ cells: rule }: CacheTemplate, cells: number, tokens: number, newTokens: number, isFlashAttention: boolean): number {
  if (rule.by === 'sequences') return 1
  if (rule.by === 'fixed') return rule.cells
  const held = rule.by === 'compression' ? Math.floor(tokens / rule.tokensPerCell) : tokens
  if (!isFlashAttention) return Math.min(cells, padCells(Math.max(1, Math.min(held, cells))))
  // The first new token looks furthest back.
  return Math.min(held, rule.by === 'window' ? rule.windowTokens + newTokens - 1 : cells)
}

function writtenCells({ cells }: CacheTemplate, newTokens: number): number {
  if (cells.by === 'sequences') return 1
  if (cells.by === 'compression') return newTokens / cells.tokensPerCell
  return newTokens
}

/** The sum over new tokens of min(position + 1, window). */
function attendedOne({ cells }: CacheTemplate, tokens: number, newTokens: number): number {
  if (cells.by === 'compression') return newTokens * Math.floor((tokens - (newTokens - 1) / 2) / cells.tokensPerCell)
  const growing = (from: number, to: number) => (to > from ? ((from + 1 + to) * (to - from)) / 2 : 0)
  const first = tokens - newTokens
  if (cells.by !== 'window') return growing(first, tokens)
  const filled = Math.min(tokens, Math.max(first, cells.windowTokens))
  return growing(first, filled) + (tokens - filled) * cells.windowTokens
}

/** In all layers. A quantized row consists of whole blocks. */
function rowBytesOf({ layers }: CacheTemplate, { keyType, valueType }: CacheSettings, isFlashAttention: boolean): number {
  const types = { k: ggmlType(keyType), v: ggmlType(valueType), state: ggmlType('f32') }
  const bytesOf = ({ role, width, transposedWidth }: TensorTemplate): number => {
    const type = role === 'k' || role === 'v' ? types[role] : types.state
    const elements = role === 'v' && !isFlashAttention ? (transposedWidth ?? width) : width
    return Math.floor(elements / type.blockElements) * type.blockBytes
  }
  return layers.reduce((sum, { tensors }) => sum + tensors.reduce((bytes, tensor) => bytes + bytesOf(tensor), 0), 0)
}
