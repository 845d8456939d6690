import type { ModelFile } from '../../../core/contract/models/models'
import { copy } from '../../../core/copy/copy'
import { type LayerKind, layerKindColors, layerKindOrder } from '../../planner/plan/layer-kinds'
import { roomyCell } from './model-row'

export function KindLegend({ models }: { readonly models: readonly ModelFile[] }) {
  const kinds = new Set<LayerKind>(models.flatMap(({ cost }) => cost?.runs.map(({ kind }) => kind) ?? []))
  if (kinds.size === 0) return null
  return (
    <p className={`mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-[12px] text-faint ${roomyCell}`}>
      <span>{copy.models.layers.legend}</span>
      {layerKindOrder
        .filter((kind) => kinds.has(kind))
        .map((kind) => (
          <span key={kind} title={copy.planner.layerKinds[kind].meaning} className="flex items-center gap-1.5">
            <span aria-hidden className="size-2 rounded-[2px]" style={{ backgroundColor: layerKindColors[kind] }} />
            {copy.models.layers.kinds[kind]}
          </span>
        ))}
    </p>
  )
}
