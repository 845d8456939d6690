import { copy } from '../../../core/copy/copy'
import type { DeviceGroup, PartKind } from '../../../core/fleet/types/fleet-plan'
import { formatBytes } from '../../../core/text/amounts'

const colors: Readonly<Record<PartKind, string>> = {
  weights: 'var(--kind-weights)',
  experts: 'var(--kind-checkpoints)',
  kv: 'var(--kind-full)',
  state: 'var(--kind-recurrent)',
  activations: 'var(--kind-compute)',
  overhead: 'var(--kind-overhead)',
  'kept-free': 'var(--kind-none)',
}

/** Equal devices are one bar. */
export function DeviceBar({ group }: { readonly group: DeviceGroup }) {
  const texts = copy.planner.fleet
  const { parts, unusedBytes, memoryBytes } = group
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0)
  const used = parts.reduce((sum, { kind, bytes }) => (kind === 'kept-free' ? sum : sum + bytes), 0)
  const scale = Math.max(total, memoryBytes ?? 0, 1)
  const isOver = unusedBytes !== null && unusedBytes < 0
  return (
    <figure className="m-0">
      <figcaption className="mb-1 flex flex-wrap justify-between gap-x-3">
        <span>{texts.device(group)}</span>
        <span className={isOver ? 'text-danger' : 'text-soft'}>{isOver ? texts.missing(-unusedBytes) : texts.used(used, memoryBytes)}</span>
      </figcaption>
      <div className="relative">
        <div aria-hidden className="flex h-6 w-full gap-px overflow-hidden rounded-md border border-line bg-sunken">
          {parts.map(({ kind, bytes, source }) => (
            <span
              key={kind}
              className={`h-full min-w-[2px] ${source === 'estimate' ? 'hatched' : ''}`}
              style={{ width: `${(bytes / scale) * 100}%`, backgroundColor: colors[kind] }}
            />
          ))}
        </div>
        {isOver && (
          <span
            aria-hidden
            className="-inset-y-1 pointer-events-none absolute w-[3px] rounded-full bg-danger ring-2 ring-paper"
            style={{ left: `${((memoryBytes ?? 0) / scale) * 100}%` }}
          />
        )}
      </div>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-[12px]">
        {parts.map(({ kind, bytes, source }) => (
          <li key={kind} className="flex items-center gap-1.5">
            <span
              aria-hidden
              className={`size-2.5 shrink-0 rounded-[3px] border border-line-strong ${source === 'estimate' ? 'hatched' : ''}`}
              style={{ backgroundColor: colors[kind] }}
            />
            <span className="text-soft">{texts.parts[kind]}</span>
            {`${source === 'estimate' ? '≈ ' : ''}${formatBytes(bytes)}`}
          </li>
        ))}
        {unusedBytes !== null && unusedBytes > 0 && (
          <li className="text-faint">
            {texts.unused} {formatBytes(unusedBytes)}
          </li>
        )}
      </ul>
    </figure>
  )
}
