import { useState } from 'react'
import type { RequestRecord } from '../../../core/contract/requests/requests'
import { copy } from '../../../core/copy/copy'
import { Segmented } from '../../ui/controls/segmented'
import { select, useRequests } from '../state/request-store'
import { lanesOf, spanOf, type TimelineBar } from './bars-of'

const ranges = [10_000, 60_000, 600_000, 3_600_000, 21_600_000] as const
const longestInitialMs = 600_000

export function SequenceTimeline({ records }: { readonly records: readonly RequestRecord[] }) {
  const texts = copy.requests.timeline
  const [chosenMs, setChosen] = useState<number>()
  const nowMs = Date.now()
  const span = spanOf(records, nowMs)
  const endMs = span?.toMs ?? nowMs
  const wholeMs = endMs - (span?.fromMs ?? endMs)
  const rangeMs = chosenMs ?? ranges.find((ms) => ms >= Math.min(wholeMs, longestInitialMs)) ?? longestInitialMs
  const fromMs = endMs - rangeMs
  const lanes = lanesOf(records, endMs)
  const options = ranges.map((ms) => ({ value: String(ms), label: texts.span(ms) }))
  return (
    <section aria-label={texts.name} className="min-h-0 flex-1 overflow-y-auto px-4 py-3 text-[13px]">
      <div className="flex flex-wrap items-center gap-3">
        <ul className="flex min-w-0 flex-1 flex-wrap gap-x-4 text-[12px] text-soft">
          {(['wait', 'prefill', 'decode'] as const).map((part) => (
            <li key={part} className="flex items-center gap-1.5">
              <span aria-hidden className="size-2.5 rounded-[2px] bg-sunken" style={looks[part]} />
              {texts.parts[part]}
            </li>
          ))}
        </ul>
        <Segmented label={texts.range} value={String(rangeMs)} options={options} onChange={(value) => setChosen(Number(value))} />
      </div>
      {lanes.length === 0 ? (
        <p className="mt-3 text-faint">{texts.empty}</p>
      ) : (
        <ul className="mt-3 flex flex-col gap-2">
          {lanes.map(({ sequence, bars }) => (
            <li key={sequence ?? 'waiting'} className="grid grid-cols-[6rem_1fr] items-center gap-2">
              <span className="text-soft">{sequence === null ? texts.waiting : texts.sequence(sequence)}</span>
              <div className="relative h-7 overflow-hidden rounded-sm bg-sunken">
                {bars
                  .filter(({ toMs }) => toMs >= fromMs)
                  .map((bar) => (
                    <Bar key={bar.record.id} bar={bar} fromMs={fromMs} rangeMs={rangeMs} />
                  ))}
              </div>
            </li>
          ))}
        </ul>
      )}
      {lanes.length > 0 && (
        <div className="mt-1 ml-[6.5rem] flex justify-between text-[12px] text-faint tabular-nums">
          <span>{copy.requests.table.at(fromMs)}</span>
          <span>{copy.requests.table.at(endMs)}</span>
        </div>
      )}
    </section>
  )
}

interface BarProps {
  readonly bar: TimelineBar
  readonly fromMs: number
  readonly rangeMs: number
}

const leastWidth = '3px'

const looks = {
  wait: { backgroundImage: 'repeating-linear-gradient(45deg, var(--ink-faint) 0 1px, transparent 1px 4px)' },
  prefill: { backgroundColor: 'var(--series-3)' },
  decode: { backgroundColor: 'var(--series-6)' },
} as const

function Bar({ bar, fromMs, rangeMs }: BarProps) {
  const { record, toMs } = bar
  const selectedId = useRequests((state) => state.selectedId)
  const start = Math.max(bar.fromMs, fromMs)
  const whole = Math.max(1, toMs - start)
  const shareOf = (from: number, to: number) => `${(Math.max(0, Math.min(to, toMs) - Math.max(from, start)) / whole) * 100}%`
  const label = copy.requests.timeline.bar(record.number, record.client, toMs - bar.fromMs)
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`absolute inset-y-0.5 overflow-hidden rounded-[2px] ${record.id === selectedId ? 'outline-2 outline-ink' : ''}`}
      // The newest bar ends at the right edge, which would cut off a bar that is widened there.
      style={{
        left: `min(${((start - fromMs) / rangeMs) * 100}%, 100% - ${leastWidth})`,
        width: `max(${(whole / rangeMs) * 100}%, ${leastWidth})`,
      }}
      onClick={() => select(record.id)}
    >
      {/* In Electron's Chromium, the items of a flex button whose height comes from `inset` have no height. */}
      <span className="absolute inset-0 flex">
        <span style={{ width: shareOf(bar.fromMs, bar.prefillMs), ...looks.wait }} />
        <span style={{ width: shareOf(bar.prefillMs, bar.decodeMs), ...looks.prefill }} />
        <span className="flex-1" style={looks.decode} />
      </span>
    </button>
  )
}
