import { useState } from 'react'
import { copy } from '../../core/copy/copy'
import { formatCount } from '../../core/text/amounts'
import { BytesFigure } from '../ui/bytes-figure'
import { Figure } from '../ui/figure'
import { Section } from '../ui/section'
import type { MemoryBar, Segment } from './plan/memory-segments'

export interface MemoryBarViewProps {
  readonly bar: MemoryBar
  readonly isAlone: boolean
  readonly isWhatIf: boolean
}

export function MemoryBarView({ bar, isAlone, isWhatIf }: MemoryBarViewProps) {
  const { segments, usedBytes, freeBytes, location } = bar
  const spare = Math.max(0, (freeBytes ?? 0) - usedBytes)
  const scale = Math.max(usedBytes, freeBytes ?? 0, 1)
  const texts = copy.planner.memory
  const [shown, setShown] = useState<string | null>(null)
  const free: Segment = {
    id: 'free',
    bytes: spare,
    color: 'transparent',
    isEstimate: true,
    errorShare: null,
  }
  const all = spare > 0 ? [...segments, free] : segments
  const over = freeBytes !== null && usedBytes > freeBytes
  return (
    <Section title={texts.title(location, isAlone)} note={texts.note(usedBytes, freeBytes, location, isWhatIf)}>
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
            <span className="text-soft" title={meaningOf(segment)}>
              {texts.segments[segment.id]}
            </span>
            <BytesFigure name={texts.segments[segment.id]} bytes={segment.bytes} isEstimate={segment.isEstimate} />
            <span className="text-[12px] text-faint">{segment.id !== 'free' && texts.source(segment.isEstimate, segment.errorShare)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const exactText = ({ bytes, isEstimate }: Segment): string => copy.ui.figure.bytes(formatCount(bytes), isEstimate)

function meaningOf({ id, isEstimate, part }: Segment): string {
  const { memory, layerKinds, partMeaning } = copy.planner
  switch (id) {
    case 'weights':
      return memory.weightsMeaning(isEstimate)
    case 'free':
      return memory.freeMeaning
    case 'compute':
    case 'checkpoints':
    case 'overhead':
      return part ? partMeaning(part) : ''
    default:
      return layerKinds[id].meaning
  }
}
