import { copy } from '../../../core/copy/copy'
import type { SceneBlock, SceneStep } from '../../../core/lab/paged/scene'

/** A block has the color of its sequence. A shared block has that of its first sequence. */
const colors: Readonly<Record<string, string>> = {
  A: 'var(--series-1)',
  B: 'var(--series-2)',
  C: 'var(--series-3)',
  D: 'var(--series-4)',
}

export function PoolPicture({ step, before }: { readonly step: SceneStep; readonly before: SceneStep | undefined }) {
  return (
    <ol aria-label={copy.lab.paged.pool} className="flex flex-wrap gap-1.5">
      {step.blocks.map((block, index) => (
        <Block key={index} index={index} block={block} isChanged={before !== undefined && differs(block, before.blocks[index])} />
      ))}
    </ol>
  )
}

const differs = (one: SceneBlock, other: SceneBlock | undefined): boolean => JSON.stringify(one) !== JSON.stringify(other)

interface BlockProps {
  readonly index: number
  readonly block: SceneBlock
  readonly isChanged: boolean
}

function Block({ index, block, isChanged }: BlockProps) {
  const { references, owners, slots } = block
  const [owner] = owners
  const held = slots.filter((slot) => slot !== null).length
  const label = copy.lab.paged.block(index, owners, held, slots.length)
  return (
    <li
      aria-label={label}
      title={label}
      className={`min-w-20 rounded-md border p-1 ${isChanged ? 'border-accent ring-1 ring-accent' : 'border-line'} ${references === 0 ? 'bg-panel' : references > 1 ? 'bg-warning-soft' : 'bg-raised'}`}
    >
      <p className="mb-0.5 flex justify-between gap-2 text-[11px] leading-none">
        <span className="text-faint">{index}</span>
        <span className={references > 1 ? 'font-semibold text-ink' : 'text-soft'}>
          {references === 0 ? copy.lab.paged.free : `${owners.join(' ')} · ${references}`}
        </span>
      </p>
      <div className="flex max-w-[17rem] flex-wrap gap-px">
        {slots.map((position, slot) => (
          <span
            key={slot}
            className={`grid h-4.5 w-6 place-items-center rounded-[2px] text-[11px] ${position === null ? 'bg-sunken text-transparent' : 'text-paper'}`}
            style={position === null || !owner ? undefined : { backgroundColor: colors[owner] }}
          >
            {position ?? '·'}
          </span>
        ))}
      </div>
    </li>
  )
}
