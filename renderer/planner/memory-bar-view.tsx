import { useState } from 'react'
import { formatBytes, formatCount, formatPercent } from '../../core/text/amounts'
import { BytesFigure } from '../ui/bytes-figure'
import { Figure } from '../ui/figure'
import { Section } from '../ui/section'
import type { MemoryBar, Segment } from './plan/memory-segments'

const titles = { ram: 'Memory', vram: 'GPU memory' } as const

/** What uses how much of the free memory. Estimates are hatched. */
export function MemoryBarView({ bar, isAlone }: { readonly bar: MemoryBar; readonly isAlone: boolean }) {
  const { segments, usedBytes, freeBytes, location } = bar
  const spare = Math.max(0, (freeBytes ?? 0) - usedBytes)
  const scale = Math.max(usedBytes, freeBytes ?? 0, 1)
  const [shown, setShown] = useState<string | null>(null)
  const free: Segment = {
    id: 'free',
    name: 'Stays free',
    meaning: 'Of the memory that is free on this machine now.',
    bytes: spare,
    colour: 'transparent',
    isEstimate: true,
    errorShare: null,
  }
  const all = spare > 0 ? [...segments, free] : segments
  const over = freeBytes !== null && usedBytes > freeBytes
  return (
    <Section title={isAlone ? 'Where the memory goes' : titles[location]} note={noteOf(bar, over)}>
      <div className="relative">
        <div className="flex h-9 w-full gap-px overflow-hidden rounded-md border border-line bg-sunken">
          {all.map((segment) => (
            <Figure
              key={segment.id}
              name={`${segment.name}, ${shareText(segment.bytes / scale)} of the bar`}
              exact={exactText(segment)}
              tip={`${segment.name}: ${exactText(segment)}`}
              copied={String(segment.bytes)}
              className={`h-full min-w-[3px] rounded-none focus-visible:outline-offset-[-2px] ${segment.isEstimate && segment.id !== 'free' ? 'hatched' : ''}`}
              style={{ width: `${(segment.bytes / scale) * 100}%`, backgroundColor: segment.colour }}
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
              style={{ backgroundColor: segment.colour }}
            />
            <span className="text-soft" title={segment.meaning}>
              {segment.name}
            </span>
            <BytesFigure name={segment.name} bytes={segment.bytes} isEstimate={segment.isEstimate} />
            <span className="text-[12px] text-faint">{sourceOf(segment)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const exactText = ({ bytes, isEstimate }: Segment): string => `${isEstimate ? 'about ' : ''}${formatCount(bytes)} bytes`
const shareText = (share: number): string => (share < 0.01 ? `less than ${formatPercent(0.01)}` : formatPercent(share))

function sourceOf({ id, isEstimate, errorShare }: Segment): string {
  if (id === 'free') return ''
  if (!isEstimate) return 'exact'
  return errorShare === null ? 'estimate' : `estimate, ± ${formatPercent(errorShare)}`
}

function noteOf({ usedBytes, freeBytes, location }: MemoryBar, over: boolean): string {
  const where = location === 'ram' ? 'this machine' : 'the GPU'
  if (freeBytes === null) return `${formatBytes(usedBytes)} in all. How much memory ${where} has free is not known yet.`
  return over
    ? `${formatBytes(usedBytes)} needed, ${formatBytes(freeBytes)} free on ${where} now: the red line.`
    : `${formatBytes(usedBytes)} of ${formatBytes(freeBytes)} that are free on ${where} now.`
}
