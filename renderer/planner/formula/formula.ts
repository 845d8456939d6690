/**
 * Each group of equal layers is one term, and the terms add up to the plan to the byte.
 *
 *   term = layers x cells x sequences x (K row + V row)
 *   row = width / block x bytes of a block
 */
import { type GgmlType, ggmlType } from '../../../core/gguf/ggml-types'
import type { CachePlan } from '../../../core/kv/cache-plan'
import { padCells } from '../../../core/kv/context-params'
import type { CacheShape, LayerTemplate } from '../../../core/kv/shape/cache-shape'
import { installedRelease } from '../../../core/kv/shape/release'
import { tensorBytes } from '../../../core/kv/tensor-bytes'
import { type LayerKind, layerKindOf } from '../plan/layer-kinds'
import type { PlannerSettings } from '../plan/planner-settings'

export interface FormulaRow {
  /** A `state` is f32 under all settings. */
  readonly role: 'K' | 'V' | 'state'
  /** Elements per cell. */
  readonly width: number
  readonly type: GgmlType
}

export interface FormulaTerm {
  readonly kind: LayerKind
  readonly layers: number
  readonly cells: number
  /** One copy per sequence. */
  readonly streams: number
  readonly rows: readonly FormulaRow[]
  readonly bytes: number
}

export function formulaTerms(shape: CacheShape, plan: CachePlan, settings: PlannerSettings): readonly FormulaTerm[] {
  const release = shape.releases[installedRelease]
  if (plan.refused || 'unloadable' in release) return []
  return release.caches.flatMap((template, at) => {
    const { cells = 0, streams = 0 } = plan.caches[at] ?? {}
    return groups(template.layers, settings).map(({ count, rows }): FormulaTerm => {
      const perLayer = rows.reduce((sum, { type, width }) => sum + tensorBytes(type, width, cells, streams), 0)
      return { kind: layerKindOf(template.kind), layers: count, cells, streams, rows, bytes: count * perLayer }
    })
  })
}

export interface WindowCells {
  readonly windowTokens: number
  /** As llama.cpp gets it. */
  readonly batchTokens: number
  readonly cells: number
}

/** null if no cache has the cells of a window, such as with a full sliding-window cache, or if sequences share them. */
export function windowCells({ releases }: CacheShape, plan: CachePlan): WindowCells | null {
  const release = releases[installedRelease]
  if (plan.refused || 'unloadable' in release) return null
  const { microBatchTokens: batchTokens, cellsPerSequence } = plan.sizes
  for (const [at, { cells }] of release.caches.entries()) {
    const planned = plan.caches[at]?.cells
    if (cells.by !== 'window' || planned === undefined) continue
    const { windowTokens } = cells
    if (planned === padCells(Math.min(cellsPerSequence, windowTokens + batchTokens))) return { windowTokens, batchTokens, cells: planned }
  }
  return null
}

function groups(layers: readonly LayerTemplate[], settings: PlannerSettings) {
  const found = new Map<string, { count: number; readonly rows: readonly FormulaRow[] }>()
  for (const layer of layers) {
    const rows = rowsOf(layer, settings)
    const key = rows.map(({ role, width }) => `${role}${width}`).join()
    const group = found.get(key) ?? { count: 0, rows }
    found.set(key, { ...group, count: group.count + 1 })
  }
  return [...found.values()]
}

function rowsOf({ tensors }: LayerTemplate, { keyType, valueType, flashAttention }: PlannerSettings): readonly FormulaRow[] {
  const transposed = flashAttention === 'off'
  return tensors.map(({ role, width, transposedWidth }): FormulaRow => {
    if (role === 'k') return { role: 'K', width, type: ggmlType(keyType) }
    if (role === 'v') return { role: 'V', width: transposed ? (transposedWidth ?? width) : width, type: ggmlType(valueType) }
    return { role: 'state', width, type: ggmlType('f32') }
  })
}
