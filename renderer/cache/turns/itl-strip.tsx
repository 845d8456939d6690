import { useSyncExternalStore } from 'react'
import type { Percentiles, TurnMark } from '../../../core/contract/chat/turn'
import { copy } from '../../../core/copy/copy'
import { formatMs } from '../../../core/text/amounts'
import { type GapRecord, gapRecord } from '../../client/gap-record'
import { Explained } from '../../ui/explained'
import { Figure } from '../../ui/figure'
import { barsPath, columnOf, stripHeight, topOf, widthFor } from './strip-shape'

export interface ItlStripProps {
  readonly turnId: string
  readonly measured: Percentiles | null
}

export function ItlStrip({ turnId, measured }: ItlStripProps) {
  const record = gapRecord(turnId)
  useSyncExternalStore(record.subscribe, record.version)
  const percentiles = measured ?? record.percentiles()
  const texts = copy.cache.gaps
  return (
    <section aria-label={texts.region}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <Explained by={texts.meaning} className="font-medium text-[13px]">
          {texts.title}
        </Explained>
        {percentiles && <PercentileFigures percentiles={percentiles} isExact={measured !== null} />}
      </div>
      {record.gaps > 0 && percentiles ? (
        <Strip record={record} percentiles={percentiles} />
      ) : (
        <p className="mt-1 text-[12px] text-faint">{measured ? texts.onlyFigures : texts.empty}</p>
      )}
    </section>
  )
}

function PercentileFigures({ percentiles, isExact }: { readonly percentiles: Percentiles; readonly isExact: boolean }) {
  const texts = copy.cache.gaps
  return (
    <span className="flex gap-2 text-[12px]">
      {(['p50', 'p90', 'p99'] as const).map((name) => (
        <Figure
          key={name}
          name={texts.percentile(name)}
          exact={texts.exactMs(percentiles[name], isExact)}
          tip={texts.percentileMeaning(name, percentiles[name], isExact)}
          copied={percentiles[name].toFixed(3)}
        >
          <span className="text-faint">{name}</span> {formatMs(percentiles[name])}
        </Figure>
      ))}
    </span>
  )
}

function Strip({ record, percentiles }: { readonly record: GapRecord; readonly percentiles: Percentiles }) {
  const { gaps, gapsPerColumn, longestMs, marks } = record
  const topMs = topOf(percentiles.p99, longestMs)
  const width = widthFor(record.columns)
  const middle = stripHeight - (percentiles.p50 / topMs) * stripHeight
  const texts = copy.cache.gaps
  return (
    <>
      <div className="relative mt-1.5">
        <svg
          role="img"
          aria-label={texts.chart(gaps, longestMs, percentiles.p50)}
          viewBox={`0 0 ${width} ${stripHeight}`}
          preserveAspectRatio="none"
          className="block h-14 w-full rounded-sm bg-sunken"
        >
          <path d={barsPath(record, topMs, false)} fill="var(--accent)" />
          <path d={barsPath(record, topMs, true)} fill="var(--series-2)" />
          <path d={`M0 ${middle}H${width}`} stroke="var(--ink)" strokeDasharray="3 3" vectorEffect="non-scaling-stroke" />
          {marks.map((mark) => (
            <path
              key={`${mark.afterToken} ${mark.kind} ${mark.value}`}
              d={`M${columnOf(mark.afterToken, gapsPerColumn)} 0V${stripHeight}`}
              stroke="var(--ink)"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        <MarkHeads marks={marks} shareOf={({ afterToken }) => columnOf(afterToken, gapsPerColumn) / width} />
      </div>
      <p className="mt-1 flex justify-between gap-2 text-[12px] text-faint">
        <span className="truncate" data-testid="gaps" title={texts.summary(gaps, longestMs)}>
          {texts.summary(gaps, longestMs)}
        </span>
        <span className="shrink-0">{texts.scale(topMs)}</span>
      </p>
      <MarkList marks={marks} />
    </>
  )
}

const signs: Readonly<Record<TurnMark['kind'], string>> = {
  'threads-lowered': '▼',
  'threads-raised': '▲',
  evicted: '✂',
  checkpoint: '◆',
  'speculation-off': '■',
}

interface MarkHeadsProps {
  readonly marks: readonly TurnMark[]
  /** As a share of the strip's width. */
  readonly shareOf: (mark: TurnMark) => number
}

function MarkHeads({ marks, shareOf }: MarkHeadsProps) {
  return marks.map((mark) => (
    <span
      key={`${mark.afterToken} ${mark.kind} ${mark.value}`}
      aria-hidden
      title={copy.cache.gaps.event(mark)}
      className="-top-1 -translate-x-1/2 absolute text-[0.5625rem] leading-none"
      style={{ left: `${shareOf(mark) * 100}%` }}
    >
      {signs[mark.kind]}
    </span>
  ))
}

/** The number of visible marks. Screen readers get all of them. */
const shownMarks = 3

function MarkList({ marks }: { readonly marks: readonly TurnMark[] }) {
  if (marks.length === 0) return null
  return (
    <ul aria-label={copy.cache.gaps.events} className="text-[12px] text-soft">
      {marks.map((mark, at) => (
        <li key={`${mark.afterToken} ${mark.kind} ${mark.value}`} className={at < marks.length - shownMarks ? 'sr-only' : ''}>
          <span aria-hidden>{signs[mark.kind]} </span>
          {copy.cache.gaps.event(mark)}
        </li>
      ))}
    </ul>
  )
}
