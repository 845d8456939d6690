/** A figure is within a limit if its 95% interval is. If the limit is inside the interval, the answer is `unclear`. */
import type { Interval } from '../../stats/wilson'
import type { Estimate } from '../statistics/estimate'
import { clearStandardErrors } from '../statistics/thresholds'
import { lossInterval, type Recall, recallInterval } from './recall'

export const gateAnswers = ['within', 'unclear', 'beyond'] as const
export type GateAnswer = (typeof gateAnswers)[number]

/** NaN is `unclear`. */
export const judgeEstimate = ({ value, error }: Estimate, limit: number): GateAnswer =>
  judgeInterval({ low: value - clearStandardErrors * error, high: value + clearStandardErrors * error }, limit)

/** Also `unclear` if the reference finds so few passkeys that no setting could lose more than `limit`. */
export function judgeRecallLoss(reference: Recall, setting: Recall, limit: number): GateAnswer {
  if (reference.trials === 0 || setting.trials === 0) return 'unclear'
  const answer = judgeInterval(lossInterval(reference, setting), limit)
  return answer === 'within' && recallInterval(reference).low <= limit ? 'unclear' : answer
}

/** Returns `unclear` for an empty list. */
export function worstOf(answers: readonly GateAnswer[]): GateAnswer {
  if (answers.length === 0) return 'unclear'
  return gateAnswers[Math.max(...answers.map((answer) => gateAnswers.indexOf(answer)))] ?? 'unclear'
}

function judgeInterval({ low, high }: Interval, limit: number): GateAnswer {
  if (high <= limit) return 'within'
  return low > limit ? 'beyond' : 'unclear'
}
