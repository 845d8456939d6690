import type { HeldCells } from '../../../core/cells/cell-codes'
import type { Checkpoint } from '../../../core/contract/cache'
import { formatCount } from '../../../core/text/amounts'
import { cellKindOrder, cellKinds } from '../cell-kinds'
import { checkpointText } from './checkpoint-text'

export interface AnatomyLegendProps {
  readonly held: HeldCells
  readonly blockTokens: number
  readonly checkpoints: readonly Checkpoint[]
}

/** What the colours mean, and what a picture of cells cannot say. */
export function AnatomyLegend({ held, blockTokens, checkpoints }: AnatomyLegendProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-[12px] text-soft">
      {cellKindOrder.map((kind) => (
        <Swatch key={kind} name={cellKinds[kind].name} colour={cellKinds[kind].colour} />
      ))}
      <Swatch name="Not known any more" colour="var(--line-strong)" />
      <Swatch name="Free" colour="var(--cell-free)" />
      <Swatch name="Lighter, or striped: reused" colour="var(--cell-template)" isReused />
      {held.isRing && (
        <span>
          A ring of {formatCount(held.totalCells)} cells, in the order in which llama.cpp takes them: position modulo cells, as long as
          nothing was erased.
        </span>
      )}
      {blockTokens > 1 && <span>Told by blocks of {formatCount(blockTokens)} tokens, each by what most of it holds.</span>}
      {checkpoints.length > 0 && <span>Bar: a checkpoint, to which the conversation can go back. {checkpointText(checkpoints)}</span>}
    </div>
  )
}

const Swatch = ({ name, colour, isReused = false }: { readonly name: string; readonly colour: string; readonly isReused?: boolean }) => (
  <span className="flex items-center gap-1.5">
    <span aria-hidden className={`size-2.5 rounded-[2px] ${isReused ? 'reused-hatch' : ''}`} style={{ backgroundColor: colour }} />
    {name}
  </span>
)
