import type { RecordedLane, Recording } from '../../../../core/contract/lab/lab'
import { copy } from '../../../../core/copy/copy'
import { punchLine } from './answer-difference'

/** What both caches answered, before the steps show why. */
export function PunchLine({ recording }: { readonly recording: Recording }) {
  const texts = copy.lab.recording.punchLine
  const { lanes } = recording
  const [left, right] = punchLine(lanes.map(({ answer }) => answer) as [string, string])
  const title = ({ policy }: RecordedLane) => copy.lab.policies.title(policy)
  return (
    <p className="text-[15px] leading-snug">
      {left === right ? (
        texts.same(left)
      ) : (
        <>
          <strong className="font-medium">{texts.answers(left, title(lanes[0]), right, title(lanes[1]))}</strong>{' '}
          <span className="text-[13px] text-soft">{texts.why}</span>
        </>
      )}
    </p>
  )
}
