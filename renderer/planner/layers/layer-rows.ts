import type { CachePlan } from '../../../core/kv/cache-plan'
import { csvOf } from '../../../core/text/csv'
import { type LayerKind, layerKindOf, layerKindOrder } from '../plan/layer-kinds'

export interface LayerRow {
  readonly index: number
  readonly kinds: readonly LayerKind[]
  /** Per sequence, in the layer's largest cache. 0 for a state. */
  readonly cells: number
  readonly keyBytes: number
  readonly valueBytes: number
  readonly stateBytes: number
  readonly bytes: number
}

export function layerRows({ layers }: Pick<CachePlan, 'layers'>): readonly LayerRow[] {
  const rows: LayerRow[] = []
  for (const { index, kind, cells, kBytes, vBytes, stateBytes } of layers) {
    const row = rows[index]
    const kinds = new Set([...(row?.kinds ?? []), layerKindOf(kind)])
    rows[index] = {
      index,
      kinds: layerKindOrder.filter((candidate) => kinds.has(candidate)),
      cells: Math.max(row?.cells ?? 0, kBytes + vBytes > 0 ? cells : 0),
      keyBytes: (row?.keyBytes ?? 0) + kBytes,
      valueBytes: (row?.valueBytes ?? 0) + vBytes,
      stateBytes: (row?.stateBytes ?? 0) + stateBytes,
      bytes: (row?.bytes ?? 0) + kBytes + vBytes + stateBytes,
    }
  }
  return rows
}

export const layersCsv = (rows: readonly LayerRow[]): string =>
  csvOf(
    ['layer', 'kind', 'cells', 'k_bytes', 'v_bytes', 'state_bytes', 'bytes'],
    rows.map((row) => [row.index, row.kinds.join('+'), row.cells, row.keyBytes, row.valueBytes, row.stateBytes, row.bytes]),
  )
