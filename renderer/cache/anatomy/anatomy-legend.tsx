import type { HeldCells } from '../../../core/cells/cell-codes'
import { holesOf } from '../../../core/cells/cell-runs'
import type { CellGap } from '../../../core/contract/cache/cache'
import { formatCount } from '../../../core/text/amounts'
import { cellKindOrder, cellKinds } from '../cells/cell-kinds'
import type { CellMarks } from './canvas/cell-marks'
import { checkpointText } from './checkpoint-text'

export interface AnatomyLegendProps {
  readonly held: HeldCells
  readonly blockTokens: number
  readonly marks: CellMarks
  /** It is known which cell holds each token. */
  readonly isPlaced: boolean
}

export function AnatomyLegend({ held, blockTokens, marks: { checkpoints, gaps, shared }, isPlaced }: AnatomyLegendProps) {
  const holes = holesOf(held.runs ?? []).reduce((sum, { from, to }) => sum + to - from, 0)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-[12px] text-soft">
      {cellKindOrder.map((kind) => (
        <Swatch key={kind} name={cellKinds[kind].name} colour={cellKinds[kind].colour} />
      ))}
      <Swatch name="Not known any more" colour="var(--line-strong)" />
      <Swatch name="Free" colour="var(--cell-free)" />
      {holes > 0 && <Swatch name={`Holes that dropped tokens left: ${formatCount(holes)}`} colour="var(--cell-hole)" />}
      <Swatch name="Lighter, or striped: reused" colour="var(--cell-template)" isReused />
      {held.isRing && (
        <span>
          A ring of {formatCount(held.totalCells)} cells, in the order in which llama.cpp takes them: position modulo cells, as long as
          nothing was erased.
        </span>
      )}
      {held.runs && <span>Tokens that stay keep their cell when others leave; new ones take the first free cell.</span>}
      {!isPlaced && <span>In the order of their tokens: the cells lie in too many pieces to be told.</span>}
      {blockTokens > 1 && <span>Alert by blocks of {formatCount(blockTokens)} tokens, each by what most of it holds.</span>}
      {gaps.length > 0 && <span>Dashed bar: here {leftText(gaps)} of the conversation have left the context.</span>}
      {shared && (
        <span>
          Coloured bar: up to it, {formatCount(shared.tokens)} tokens are in {shared.others} too.
        </span>
      )}
      {checkpoints.length > 0 && <span>Bar: a checkpoint, to which the conversation can go back. {checkpointText(checkpoints)}</span>}
    </div>
  )
}

/** `1,024 tokens`, or the count of each gap. */
function leftText(gaps: readonly CellGap[]): string {
  const counts = gaps.map(({ tokens }) => formatCount(tokens))
  return `${counts.length > 1 ? `${counts.slice(0, -1).join(', ')} and ${counts.at(-1)}` : counts.join('')} tokens`
}

const Swatch = ({ name, colour, isReused = false }: { readonly name: string; readonly colour: string; readonly isReused?: boolean }) => (
  <span className="flex items-center gap-1.5">
    <span aria-hidden className={`size-2.5 rounded-[2px] ${isReused ? 'reused-hatch' : ''}`} style={{ backgroundColor: colour }} />
    {name}
  </span>
)
