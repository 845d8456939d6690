import { useSyncExternalStore } from 'react'
import type { Percentiles, TurnMark } from '../../../core/contract/chat/turn'
import { formatCount, formatMs } from '../../../core/text/amounts'
import { formatNumber } from '../../../core/text/number-language'
import { type GapRecord, gapRecord } from '../../client/gap-record'
import { Explained } from '../../ui/explained'
import { Figure } from '../../ui/figure'
import { barsPath, columnOf, stripHeight, topOf, widthFor } from './strip-shape'

export interface ItlStripProps {
  readonly turnId: string
  /** Exact values, once the answer has ended. */
  readonly measured: Percentiles | null
}

const meaning =
  'Inter-token latency: the gap between one token of an answer and the next. Each bar is the longest gap of its tokens, so that no pause gets lost.'

/** Gaps between tokens of the answer under way, or of the last one. */
export function ItlStrip({ turnId, measured }: ItlStripProps) {
  const record = gapRecord(turnId)
  useSyncExternalStore(record.subscribe, record.version)
  const percentiles = measured ?? record.percentiles()
  return (
    <section aria-label="Inter-token latency">
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <Explained by={meaning} className="font-medium text-[13px]">
          Gaps between tokens
        </Explained>
        {percentiles && <PercentileFigures percentiles={percentiles} isExact={measured !== null} />}
      </div>
      {record.gaps > 0 && percentiles ? (
        <Strip record={record} percentiles={percentiles} />
      ) : (
        <p className="mt-1 text-[12px] text-faint">
          {measured
            ? 'Of this answer only the figures are stored. The strip of single gaps is kept by the window that followed it, until that is closed.'
            : 'The second token brings the first gap.'}
        </p>
      )}
    </section>
  )
}

function PercentileFigures({ percentiles, isExact }: { readonly percentiles: Percentiles; readonly isExact: boolean }) {
  const shares = { p50: 'half', p90: 'nine in ten', p99: '99 in 100' } as const
  return (
    <span className="flex gap-2 text-[12px]">
      {(['p50', 'p90', 'p99'] as const).map((name) => (
        <Figure
          key={name}
          name={`ITL ${name}`}
          exact={`${isExact ? '' : 'about '}${formatNumber(percentiles[name], 3)} ms`}
          tip={`${shares[name]} of the gaps are shorter than ${isExact ? '' : 'about '}${formatNumber(percentiles[name], 3)} ms`}
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
  const summary = `${formatCount(gaps)} gaps, the longest ${formatMs(longestMs)}`
  return (
    <>
      <div className="relative mt-1.5">
        <svg
          role="img"
          aria-label={`${summary}, half of them below ${formatMs(percentiles.p50)}`}
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
        <span className="truncate" data-testid="gaps">
          {summary}
        </span>
        <span className="shrink-0">top {formatMs(topMs)}</span>
      </p>
      <MarkList marks={marks} />
    </>
  )
}

const markLooks: Readonly<Record<TurnMark['kind'], { sign: string; words: (value: number) => string }>> = {
  'threads-lowered': { sign: '▼', words: (threads) => `threads lowered to ${threads}, the machine is busy` },
  'threads-raised': { sign: '▲', words: (threads) => `threads raised to ${threads}` },
  evicted: { sign: '✂', words: (tokens) => `${formatCount(tokens)} tokens left the context to make room` },
  checkpoint: { sign: '◆', words: () => 'checkpoint of the state taken' },
  'speculation-off': { sign: '■', words: (percent) => `speculation switched off, ${percent} % of its tokens were right and it was slower` },
}

interface MarkHeadsProps {
  readonly marks: readonly TurnMark[]
  /** Position of a mark, as a share of the strip's width. */
  readonly shareOf: (mark: TurnMark) => number
}

function MarkHeads({ marks, shareOf }: MarkHeadsProps) {
  return marks.map((mark) => (
    <span
      key={`${mark.afterToken} ${mark.kind} ${mark.value}`}
      aria-hidden
      title={markText(mark)}
      className="-top-1 -translate-x-1/2 absolute text-[0.5625rem] leading-none"
      style={{ left: `${shareOf(mark) * 100}%` }}
    >
      {markLooks[mark.kind].sign}
    </span>
  ))
}

/** Newest marks shown in words; screen readers get all of them. */
const shownMarks = 3

function MarkList({ marks }: { readonly marks: readonly TurnMark[] }) {
  if (marks.length === 0) return null
  return (
    <ul aria-label="Events during the answer" className="text-[12px] text-soft">
      {marks.map((mark, at) => (
        <li key={`${mark.afterToken} ${mark.kind} ${mark.value}`} className={at < marks.length - shownMarks ? 'sr-only' : ''}>
          <span aria-hidden>{markLooks[mark.kind].sign} </span>
          {markText(mark)}
        </li>
      ))}
    </ul>
  )
}

const markText = ({ afterToken, kind, value }: TurnMark): string =>
  `${afterToken === 0 ? 'Before the first token' : `After token ${formatCount(afterToken)}`}: ${markLooks[kind].words(value)}`
