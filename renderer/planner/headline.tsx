import type { ReactNode } from 'react'
import { copy } from '../../core/copy/copy'
import type { Room } from '../../core/plan/bill'
import { BytesFigure, CountFigure } from '../ui/bytes-figure'
import { Explained } from '../ui/explained'
import type { PlannedView } from './plan/planned-view'
import type { SliderField } from './plan/planner-store'

export interface HeadlineProps {
  readonly view: PlannedView
  readonly trainedTokens: number
  readonly unread: SliderField | null
}

export function Headline({ view, trainedTokens, unread }: HeadlineProps) {
  const { bill, totalBytes, hasWeights, rooms, largestContextTokens } = view
  const { bytesPerSequence } = bill.answers
  const { assumed } = bill.plan
  const { cache, total, largest, sequence } = copy.planner.headline
  const isAllTrained = trainedTokens > 0 && (largestContextTokens ?? 0) >= Math.floor(trainedTokens / 256) * 256
  return (
    <dl className="grid grid-cols-4 gap-3 @max-[73.75rem]:grid-cols-2">
      <Answer
        name={cache.name}
        meaning={cache.meaning(assumed)}
        value={<BytesFigure name={cache.name} bytes={bill.plan.totalCacheBytes} isEstimate={assumed} />}
        detail={cache.detail(assumed)}
      />
      <Answer
        name={total.name}
        meaning={total.meaning}
        value={<BytesFigure name={total.name} bytes={totalBytes} isEstimate />}
        detail={hasWeights ? <Verdict rooms={rooms} unread={unread} /> : total.noWeights}
      />
      <Answer
        name={largest.name}
        meaning={largest.meaning}
        value={
          largestContextTokens === null ? (
            '–'
          ) : largestContextTokens === 0 ? (
            largest.none
          ) : (
            <>
              <CountFigure name={largest.name} count={largestContextTokens} unit={largest.unit} />
              <span className="font-normal text-[13px] text-soft"> {largest.unit}</span>
            </>
          )
        }
        detail={largest.detail(largestContextTokens, isAllTrained, hasWeights)}
      />
      <Answer
        name={sequence.name}
        meaning={sequence.meaning}
        value={
          bytesPerSequence === null ? sequence.refused : <BytesFigure name={sequence.name} bytes={bytesPerSequence} isEstimate={assumed} />
        }
        detail={sequence.detail(assumed)}
      />
    </dl>
  )
}

function Verdict({ rooms, unread }: { readonly rooms: readonly Room[] | null; readonly unread: SliderField | null }) {
  const { headline, settings } = copy.planner
  const { total } = headline
  if (unread !== null) return <span className="text-danger">{total.unread(settings.sliders[unread].name)}</span>
  if (rooms === null) return total.machineUnknown
  const tightest = rooms.reduce((least, room) => (room.spareBytes < least.spareBytes ? room : least))
  const missingBytes = -tightest.spareBytes
  if (missingBytes <= 0) return <span className="text-good">{total.fits(rooms)}</span>
  const { before, figure, after } = missingBytes <= tightest.reserveBytes ? total.mayNotFit : total.tooLarge
  return (
    <span className="text-danger">
      {before}
      <BytesFigure name={figure} bytes={missingBytes} isEstimate isRough />
      {after(tightest)}
    </span>
  )
}

interface AnswerProps {
  readonly name: string
  readonly meaning: string
  readonly value: ReactNode
  readonly detail: ReactNode
}
const Answer = ({ name, meaning, value, detail }: AnswerProps) => (
  <div className="rounded-lg border border-line bg-raised px-3 py-2.5">
    <dt>
      <Explained by={meaning} className="text-[13px] text-soft">
        {name}
      </Explained>
    </dt>
    <dd className="mt-0.5 font-medium text-xl">{value}</dd>
    <dd className="text-[12px] text-faint">{detail}</dd>
  </div>
)
