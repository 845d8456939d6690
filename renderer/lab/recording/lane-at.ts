/** A recorded lane at one moment, as plain numbers. */
import type { RecordedLane, RecordedStep } from '../../../core/contract/lab/lab'

/** Steps of the earlier conversation, which precede the first step shown. */
const oldSteps = ({ steps }: RecordedLane): number => steps.filter(({ part }) => part === 'old').length

/** Number of moments: one per step of prompt and answer. */
export const momentsOf = (lane: RecordedLane): number => lane.steps.length - oldSteps(lane)

/** Index of the lane's step at a moment; a lane that has ended stays at its last step. */
export const stepAt = (lane: RecordedLane, moment: number): number => Math.min(lane.steps.length - 1, oldSteps(lane) + moment)

/** Tokens processed after a step, by its index. */
export function processedAt({ steps }: RecordedLane, index: number): number {
  const { firstToken, tokens } = steps[index] as RecordedStep
  return firstToken + tokens
}

export interface LaneMoment {
  readonly step: RecordedStep
  /** Tokens processed so far. */
  readonly processed: number
  /** Cells evicted so far, over all heads and layers. */
  readonly evictedCells: number
  /** exp of the prompt tokens' mean surprise so far, in nats; null with fewer than 2 tokens. */
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

/** The answer's text at a moment, including the token about to be processed. */
export function answerAt({ tokens, oldTokens, promptTokens, answer }: RecordedLane, processed: number, isLast: boolean): string {
  if (isLast) return answer
  return tokens
    .slice(oldTokens + promptTokens, processed)
    .map(({ text }) => text)
    .join('')
}

/** Index of the first word that differs; null: the answers are equal. */
export function firstDifference(one: string, other: string): number | null {
  if (one === other) return null
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  // One answer continues the other, so no word differs.
  if (at === one.length || at === other.length) return at
  return one.slice(0, at).lastIndexOf(' ') + 1
}

/** Makes line ends and empty tokens visible. */
export const visibleToken = (text: string): string => (text === '' ? '∅' : text.replaceAll('\n', '⏎'))
