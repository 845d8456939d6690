import type { RecordedLane, RecordedStep } from '../../../core/contract/lab/lab'

/** Steps of the earlier conversation come before moment 0. */
const oldSteps = ({ steps }: RecordedLane): number => steps.filter(({ part }) => part === 'old').length

export const momentsOf = (lane: RecordedLane): number => lane.steps.length - oldSteps(lane)

export const stepAt = (lane: RecordedLane, moment: number): number => Math.min(lane.steps.length - 1, oldSteps(lane) + moment)

export function processedAt({ steps }: RecordedLane, index: number): number {
  const { firstToken, tokens } = steps[index] as RecordedStep
  return firstToken + tokens
}

export interface LaneMoment {
  readonly step: RecordedStep
  readonly processed: number
  /** Summed over all heads and layers. */
  readonly evictedCells: number
  /** exp of the prompt tokens' mean negative log-likelihood in nats. null with fewer than 2 of them. */
  readonly perplexity: number | null
}

export function laneAt(lane: RecordedLane, moment: number): LaneMoment {
  const index = stepAt(lane, moment)
  const step = lane.steps[index] as RecordedStep
  const processed = processedAt(lane, index)
  const evictedCells = lane.steps.slice(0, index + 1).reduce((sum, one) => sum + one.evictedCells, 0)
  return { step, processed, evictedCells, perplexity: perplexityOf(lane, processed) }
}

function perplexityOf({ tokens, oldTokens, promptTokens }: RecordedLane, processed: number): number | null {
  const read = tokens.slice(oldTokens, Math.min(processed, oldTokens + promptTokens))
  const nats = read.flatMap(({ probability }) => (probability === null ? [] : [-Math.log(probability)]))
  return nats.length < 2 ? null : Math.exp(nats.reduce((sum, one) => sum + one, 0) / nats.length)
}

/** Returns the text of the answer's processed tokens, or the whole answer if `isLast`, because its last token is never processed. */
export function answerAt({ tokens, oldTokens, promptTokens, answer }: RecordedLane, processed: number, isLast: boolean): string {
  if (isLast) return answer
  return tokens
    .slice(oldTokens + promptTokens, processed)
    .map(({ text }) => text)
    .join('')
}

/** Index in characters. null if the answers are equal. */
export function firstDifference(one: string, other: string): number | null {
  if (one === other) return null
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  if (at === one.length || at === other.length) return at
  return one.slice(0, at).lastIndexOf(' ') + 1
}

export const visibleToken = (text: string): string => (text === '' ? '∅' : text.replaceAll('\n', '⏎'))
