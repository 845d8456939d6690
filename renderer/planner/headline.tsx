import type { ReactNode } from 'react'
import { formatBytes } from '../../core/text/amounts'
import { BytesFigure, CountFigure } from '../ui/bytes-figure'
import { Explained } from '../ui/explained'
import type { PlannedView } from './plan/planned-view'

export interface HeadlineProps {
  readonly view: PlannedView
  readonly trainedTokens: number
  /** The setting whose field is invalid; null: none. */
  readonly unread: string | null
}

export function Headline({ view, trainedTokens, unread }: HeadlineProps) {
  const { bill, totalBytes, hasWeights, spareBytes, largestContextTokens } = view
  const { bytesPerSequence } = bill.answers
  const { assumed } = bill.plan
  return (
    <dl className="grid grid-cols-4 gap-3 @max-[73.75rem]:grid-cols-2">
      <Answer
        name="Cache"
        meaning={
          assumed
            ? 'Keys, values and states of all sequences, by the general rule: this llama.cpp does not know the architecture.'
            : 'Keys, values and states of all sequences: exactly what llama.cpp allocates when the context is created.'
        }
        value={<BytesFigure name="Cache" bytes={bill.plan.totalCacheBytes} isEstimate={assumed} />}
        detail={`${assumed ? 'estimate' : 'exact'}, of all sequences`}
      />
      <Answer
        name="Total"
        meaning="Weights, cache and compute buffer together. The compute buffer is an estimate."
        value={<BytesFigure name="Total" bytes={totalBytes} isEstimate />}
        detail={hasWeights ? <Verdict spareBytes={spareBytes} unread={unread} /> : 'without the weights, which are not known'}
      />
      <Answer
        name="Largest context"
        meaning="The longest context whose total the free memory of this machine holds, with these types and sequences, up to what the model was trained for."
        value={
          largestContextTokens === null ? (
            '–'
          ) : largestContextTokens === 0 ? (
            'none'
          ) : (
            <>
              <CountFigure name="Largest context" count={largestContextTokens} unit="tokens" />
              <span className="font-normal text-[13px] text-soft"> tokens</span>
            </>
          )
        }
        detail={largestDetail(largestContextTokens, trainedTokens, hasWeights)}
      />
      <Answer
        name="One more sequence"
        meaning="Cache that one more conversation at the same time costs."
        value={
          bytesPerSequence === null ? 'refused' : <BytesFigure name="One more sequence" bytes={bytesPerSequence} isEstimate={assumed} />
        }
        detail={`of cache, ${assumed ? 'estimate' : 'exact'}`}
      />
    </dl>
  )
}

function Verdict({ spareBytes, unread }: { readonly spareBytes: number | null; readonly unread: string | null }) {
  if (unread !== null) return <span className="text-danger">for the last valid settings; correct “{unread}”</span>
  if (spareBytes === null) return 'memory of this machine is not known yet'
  return spareBytes >= 0 ? (
    <span className="text-good">fits, {formatBytes(spareBytes)} stay free</span>
  ) : (
    <span className="text-danger">
      does not fit, <BytesFigure name="Too much" bytes={-spareBytes} isEstimate /> too much
    </span>
  )
}

function largestDetail(tokens: number | null, trainedTokens: number, hasWeights: boolean): string {
  if (tokens === null) return 'memory of this machine is not known yet'
  if (tokens === 0) return hasWeights ? 'not even 256 tokens fit' : 'not even 256 tokens fit, even without weights'
  const what = trainedTokens > 0 && tokens >= Math.floor(trainedTokens / 256) * 256 ? 'all it was trained for' : 'fit in free memory'
  return hasWeights ? what : `${what}, without weights`
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
