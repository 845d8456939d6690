import { useState } from 'react'
import { copy } from '../../core/copy/copy'
import { formatCount } from '../../core/text/amounts'
import { BytesFigure } from '../ui/bytes-figure'
import { Explained } from '../ui/explained'
import { Figure } from '../ui/figure'
import { Section } from '../ui/section'
import type { MemoryBar, Segment } from './plan/memory-segments'

export interface MemoryBarViewProps {
  readonly bar: MemoryBar
  readonly isAlone: boolean
  readonly isWhatIf: boolean
}

export function MemoryBarView({ bar, isAlone, isWhatIf }: MemoryBarViewProps) {
  const { segments, usedBytes, freeBytes, reserveBytes, location } = bar
  const neededBytes = usedBytes + reserveBytes
  const spare = Math.max(0, (freeBytes ?? 0) - neededBytes)
  const scale = Math.max(neededBytes, freeBytes ?? 0, 1)
  const texts = copy.planner.memory
  const [shown, setShown] = useState<string | null>(null)
  const roughOf = (id: 'reserve' | 'free', bytes: number, color: string): Segment => ({
    id,
    bytes,
    color,
    isEstimate: true,
    errorShare: null,
  })
  const all = [...segments, roughOf('reserve', reserveBytes, 'var(--kind-none)'), roughOf('free', spare, 'transparent')].filter(
    ({ bytes }) => bytes > 0,
  )
  const over = freeBytes !== null && neededBytes > freeBytes
  return (
    <Section title={texts.title(location, isAlone)} note={texts.note({ usedBytes, reserveBytes, freeBytes }, location, isWhatIf)}>
      <div className="relative">
        <div className="flex h-9 w-full gap-px overflow-hidden rounded-md border border-line bg-sunken">
          {all.map((segment) => (
            <Figure
              key={segment.id}
              name={texts.label(texts.segments[segment.id], segment.bytes / scale)}
              exact={exactText(segment)}
              tip={`${texts.segments[segment.id]}: ${exactText(segment)}`}
              copied={String(segment.bytes)}
              className={`h-full min-w-[3px] rounded-none focus-visible:outline-offset-[-2px] ${segment.isEstimate && segment.id !== 'free' ? 'hatched' : ''}`}
              style={{ width: `${(segment.bytes / scale) * 100}%`, backgroundColor: segment.color }}
              onShow={(isShown) => setShown(isShown ? segment.id : null)}
            />
          ))}
        </div>
        {over && (
          <span
            aria-hidden
            className="-inset-y-1 pointer-events-none absolute w-[3px] rounded-full bg-danger ring-2 ring-paper"
            style={{ left: `${((freeBytes ?? 0) / scale) * 100}%` }}
          />
        )}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-[13px]">
        {all.map((segment) => (
          <li key={segment.id} className={`flex items-center gap-1.5 rounded px-1 ${shown === segment.id ? 'bg-accent-soft' : ''}`}>
            <span
              aria-hidden
              className={`size-3 shrink-0 rounded-[3px] border border-line-strong ${segment.isEstimate && segment.id !== 'free' ? 'hatched' : ''}`}
              style={{ backgroundColor: segment.color }}
            />
            <Explained by={meaningOf(segment)} className="text-soft">
              {texts.segments[segment.id]}
            </Explained>
            <BytesFigure
              name={texts.segments[segment.id]}
              bytes={segment.bytes}
              isEstimate={segment.isEstimate}
              isRough={segment.id === 'free' || segment.id === 'reserve'}
            />
            <span className="text-[12px] text-faint">{isPart(segment) && texts.source(segment.isEstimate, segment.errorShare)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const isPart = ({ id }: Segment): boolean => id !== 'free' && id !== 'reserve'
const exactText = ({ bytes, isEstimate }: Segment): string => copy.ui.figure.bytes(formatCount(bytes), isEstimate)

function meaningOf({ id, isEstimate, part }: Segment): string {
  const { memory, layerKinds, partMeaning } = copy.planner
  switch (id) {
    case 'weights':
      return memory.weightsMeaning(isEstimate)
    case 'free':
      return memory.freeMeaning
    case 'reserve':
      return memory.reserveMeaning
    case 'compute':
      return memory.computeMeaning
    case 'checkpoints':
      return part?.checkpoints ? memory.checkpointsMeaning(part.checkpoints) : ''
    case 'overhead':
      return part ? partMeaning(part) : ''
    default:
      return layerKinds[id].meaning
  }
}
