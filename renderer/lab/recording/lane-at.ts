/** A recorded lane at one moment: plain numbers for pictures and captions. */
import type { RecordedLane, RecordedStep } from '../../../core/contract/lab/lab'

/** Steps that processed the conversation before come before the first that is shown. */
const oldSteps = ({ steps }: RecordedLane): number => steps.filter(({ part }) => part === 'old').length

/** Moments of a lane: one for each step of prompt and answer. */
export const momentsOf = (lane: RecordedLane): number => lane.steps.length - oldSteps(lane)

/** The index of the lane's step at a moment; a lane that has ended stays at its last. */
export const stepAt = (lane: RecordedLane, moment: number): number => Math.min(lane.steps.length - 1, oldSteps(lane) + moment)

export interface LaneMoment {
  readonly step: RecordedStep
  /** Tokens that were processed by now. */
  readonly processed: number
  /** Cells that went by now, heads and layers together. */
  readonly evictedCells: number
  /** exp of the mean surprise of the prompt's tokens by now; null before there are two. */
  readonly perplexity: number | null
}

export function laneAt(lane: RecordedLane, moment: number): LaneMoment {
  const index = stepAt(lane, moment)
  const step = lane.steps[index] as RecordedStep
  const processed = step.firstToken + step.tokens
  const evictedCells = lane.steps.slice(0, index + 1).reduce((sum, one) => sum + one.evictedCells, 0)
  return { step, processed, evictedCells, perplexity: perplexityOf(lane, processed) }
}

function perplexityOf({ tokens, oldTokens, promptTokens }: RecordedLane, processed: number): number | null {
  const read = tokens.slice(oldTokens, Math.min(processed, oldTokens + promptTokens))
  const nats = read.flatMap(({ probability }) => (probability === null ? [] : [-Math.log(probability)]))
  return nats.length < 2 ? null : Math.exp(nats.reduce((sum, one) => sum + one, 0) / nats.length)
}

/** Texts of the answer's tokens that were written by a moment: the one that is about to be processed is there already. */
export function answerAt({ tokens, oldTokens, promptTokens, answer }: RecordedLane, processed: number, isLast: boolean): string {
  if (isLast) return answer
  return tokens
    .slice(oldTokens + promptTokens, processed)
    .map(({ text }) => text)
    .join('')
}

/** Where the first word begins in which two answers differ, or null where they are the same. */
export function firstDifference(one: string, other: string): number | null {
  if (one === other) return null
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  // Where one of them only goes on, no word of it is another.
  if (at === one.length || at === other.length) return at
  return one.slice(0, at).lastIndexOf(' ') + 1
}

/** A token as it can be seen: line ends and empty ones have a sign. */
export const visibleToken = (text: string): string => (text === '' ? '∅' : text.replaceAll('\n', '⏎'))
