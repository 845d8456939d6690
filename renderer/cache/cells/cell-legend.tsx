import { clipSpans, countHeld } from '../../../core/cells/cell-spans'
import type { CacheFill, CacheSample, HeldTokens } from '../../../core/contract/cache/cache'
import { copy } from '../../../core/copy/copy'
import { formatBytes, formatCount } from '../../../core/text/amounts'
import { Explained } from '../../ui/explained'
import { cellColors, cellKindOrder, commonKinds } from './cell-kinds'

export interface CellLegendProps {
  readonly name: string
  readonly fill: CacheFill
  readonly sample: CacheSample | undefined
  readonly attendedFrom: number
}

interface LegendRow {
  readonly id: string
  readonly name: string
  readonly meaning: string
  readonly color: string
  readonly isHatched?: boolean
  readonly isFaint?: boolean
  readonly cells: number
}

export function CellLegend({ name, fill, sample, attendedFrom }: CellLegendProps) {
  const { label, columns } = copy.cache.legend
  const bytesPerCell = fill.totalCells > 0 ? fill.allocatedBytes / fill.totalCells : 0
  return (
    <table className="w-full text-[12px]" aria-label={label(name)}>
      <thead className="sr-only">
        <tr>
          <th scope="col">{columns.holds}</th>
          <th scope="col">{columns.cells}</th>
          <th scope="col">{columns.bytes}</th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(fill, sample, attendedFrom).map(({ id, name: what, meaning, color, isHatched, isFaint, cells }) => (
          <tr key={id} className={cells === 0 ? 'text-faint' : ''}>
            <th scope="row" className="whitespace-nowrap py-px font-normal">
              <span className="flex items-center gap-2">
                <span
                  aria-hidden
                  className={`size-2.5 shrink-0 rounded-[2px] ${isHatched ? 'reused-hatch' : ''} ${isFaint ? 'opacity-50' : ''}`}
                  style={{ backgroundColor: color }}
                />
                <Explained by={meaning} className={cells === 0 ? '' : 'text-soft'}>
                  {what}
                </Explained>
              </span>
            </th>
            <td className="w-14 text-right" data-testid={`cells-${id}`}>
              {formatCount(cells)}
            </td>
            <td className="w-[4.75rem] whitespace-nowrap text-right text-faint">{formatBytes(cells * bytesPerCell)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function rowsOf(fill: CacheFill, sample: CacheSample | undefined, attendedFrom: number): LegendRow[] {
  const held = heldIn(fill, sample)
  const reused = sample ? Math.max(0, Math.min(fill.fromPosition + fill.usedCells, sample.reusedTokens) - fill.fromPosition) : 0
  const outside = sample ? Math.max(0, Math.min(fill.fromPosition + fill.usedCells, attendedFrom) - fill.fromPosition) : 0
  const { contents, legend } = copy.cache
  return [
    ...cellKindOrder
      .filter((kind) => held[kind] > 0 || commonKinds.includes(kind))
      .map((kind) => ({ id: kind, ...contents[kind], color: cellColors[kind], cells: held[kind] })),
    {
      id: 'free',
      ...legend.free,
      color: 'var(--cell-free)',
      cells: fill.totalCells - fill.usedCells,
    },
    {
      id: 'reused',
      ...legend.reused,
      color: 'var(--cell-template)',
      isHatched: true,
      cells: reused,
    },
    ...(outside > 0 ? [{ id: 'outside', ...legend.outside, color: 'var(--cell-assistant)', isFaint: true, cells: outside }] : []),
  ]
}

function heldIn({ fromPosition, usedCells }: CacheFill, sample: CacheSample | undefined): HeldTokens {
  if (!sample) return countHeld([])
  if (fromPosition === 0 && usedCells === sample.tokens) return sample.held
  return countHeld(clipSpans(sample.spans, fromPosition, fromPosition + usedCells))
}
