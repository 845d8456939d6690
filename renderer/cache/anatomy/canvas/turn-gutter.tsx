import { cellOf, type HeldCells } from '../../../../core/cells/cell-codes'
import { copy } from '../../../../core/copy/copy'
import type { CellLayout } from './cell-layout'
import { type TurnStart, turnLabels } from './turn-starts'

/** In pixels. */
export const gutterWidth = 40
const labelHeight = 16

export interface TurnGutterProps {
  readonly starts: readonly TurnStart[]
  readonly held: HeldCells
  readonly layout: CellLayout
  readonly onGo: (position: number) => void
}

/** The numbers of the turns, next to the rows in which they begin. */
export function TurnGutter({ starts, held, layout, onGo }: TurnGutterProps) {
  const texts = copy.cache.anatomy.turns
  const shown = startCells(starts, held)
  const tops = shown.map(({ cell }) => Math.floor(cell / layout.columns) * layout.side)
  const labels = turnLabels(
    shown.map(({ start }) => start),
    tops,
    labelHeight,
  )
  return (
    <div className="relative shrink-0 text-right text-[11px] text-faint tabular-nums" style={{ width: gutterWidth }}>
      {labels.map(({ first, lastTurn, top }) => (
        <button
          key={first.turn}
          type="button"
          aria-label={texts.go(first.turn)}
          title={texts.go(first.turn)}
          className="absolute right-1.5 max-w-full truncate rounded-xs leading-4 hover:text-ink hover:underline"
          style={{ top: Math.max(0, top + (layout.side - labelHeight) / 2) }}
          onClick={() => onGo(first.position)}
        >
          {texts.label(first.turn, lastTurn)}
        </button>
      ))}
    </div>
  )
}

export const startCells = (starts: readonly TurnStart[], held: HeldCells): { readonly start: TurnStart; readonly cell: number }[] =>
  starts.flatMap((start) => {
    const cell = cellOf(held, start.position)
    return cell === undefined ? [] : [{ start, cell }]
  })
