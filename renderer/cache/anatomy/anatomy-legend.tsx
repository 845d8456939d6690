import type { HeldCells } from '../../../core/cells/cell-codes'
import { holesOf } from '../../../core/cells/cell-runs'
import { copy } from '../../../core/copy/copy'
import { cellColors, cellKindOrder, commonKinds } from '../cells/cell-kinds'
import type { CellMarks } from './canvas/cell-marks'

export interface AnatomyLegendProps {
  readonly held: HeldCells
  readonly blockTokens: number
  readonly marks: CellMarks
  readonly isInCellOrder: boolean
  readonly hasTurns: boolean
}

export function AnatomyLegend({ held, blockTokens, marks, isInCellOrder, hasTurns }: AnatomyLegendProps) {
  const { checkpoints, gaps, shared } = marks
  const holes = holesOf(held.runs ?? []).reduce((sum, { from, to }) => sum + to - from, 0)
  const { anatomy, contents } = copy.cache
  const texts = anatomy.legend
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-[12px] text-soft">
      {cellKindOrder
        .filter((kind) => commonKinds.includes(kind) || held.spans.some(({ holds }) => holds === kind))
        .map((kind) => (
          <Swatch key={kind} name={contents[kind].name} color={cellColors[kind]} />
        ))}
      <Swatch name={texts.unknown} color="var(--line-strong)" />
      <Swatch name={texts.free} color="var(--cell-free)" />
      {holes > 0 && <Swatch name={texts.holes(holes)} color="var(--cell-hole)" />}
      <Swatch name={texts.reused} color="var(--cell-template)" isReused />
      {(held.attendedFrom ?? 0) > held.fromPosition && <Swatch name={texts.outside} color="var(--cell-assistant)" isFaint />}
      {hasTurns && <span>{texts.turns}</span>}
      {held.isRing && <span>{texts.ring(held.totalCells)}</span>}
      {held.runs && <span>{texts.runs}</span>}
      {!isInCellOrder && <span>{texts.notPlaced}</span>}
      {blockTokens > 1 && <span>{texts.inBlocks(blockTokens)}</span>}
      {gaps.length > 0 && <span>{texts.left(gaps.map(({ tokens }) => tokens))}</span>}
      {shared && <span>{texts.shared(shared.tokens, shared.sequences)}</span>}
      {checkpoints.length > 0 && <span>{texts.checkpoints(checkpoints)}</span>}
    </div>
  )
}

interface SwatchProps {
  readonly name: string
  readonly color: string
  readonly isReused?: boolean
  readonly isFaint?: boolean
}

const Swatch = ({ name, color, isReused = false, isFaint = false }: SwatchProps) => (
  <span className="flex items-center gap-1.5">
    <span
      aria-hidden
      className={`size-2.5 rounded-[2px] ${isReused ? 'reused-hatch' : ''} ${isFaint ? 'opacity-50' : ''}`}
      style={{ backgroundColor: color }}
    />
    {name}
  </span>
)
