import { copy } from '../../../core/copy/copy'
import type { CacheCost } from '../../../core/plan/cache-cost'
import { type LayerKind, layerKindColors } from '../../planner/plan/layer-kinds'

export function LayerRuns({ runs }: Pick<CacheCost, 'runs'>) {
  if (runs.length === 0) return <span className="text-[12px] text-faint">{copy.models.layers.none}</span>
  return (
    <span
      role="img"
      aria-label={copy.models.layers.label(runsText(runs))}
      title={runsText(runs)}
      className="flex h-2 w-full gap-px overflow-hidden rounded-[2px]"
    >
      {runs.map(({ kind, layers }, index) => (
        <span key={index} className="h-full min-w-px" style={{ flexGrow: layers, backgroundColor: layerKindColors[kind] }} />
      ))}
    </span>
  )
}

/** Such as `40 sliding window, 8 full attention`. */
function runsText(runs: CacheCost['runs']): string {
  const counts = new Map<LayerKind, number>()
  for (const { kind, layers } of runs) counts.set(kind, (counts.get(kind) ?? 0) + layers)
  return copy.models.layers.counts([...counts])
}
