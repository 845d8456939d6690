import type { CellSpan } from '../contract/cache/cache'
import type { ReuseReport } from '../contract/cache/reuse'

/** A range of the tokens, with the text that the template wrote for it. */
export interface TracedSegment extends CellSpan {
  readonly text: string
}

export type Tokens = ArrayLike<number>

export interface TracedRequest {
  readonly id: string
  readonly client: string
  /** What cells depend on. Tokens are compared only if all three are equal. */
  readonly model: string
  readonly settings: string
  /** Changes when the engine starts again or the context is created again. */
  readonly context: string
  readonly sequence: number | null
  readonly startedMs: number
  /** null while it runs. */
  readonly endedMs: number | null
  readonly tokens: Tokens
  readonly segments: readonly TracedSegment[]
  /** Sampled tokens. Their segments begin where the prompt ends. */
  readonly answerTokens: Tokens
  readonly answerSegments: readonly TracedSegment[]
  /** The definitions as JSON, in the order of the request. */
  readonly tools: readonly string[]
  readonly reusedTokens: number
  readonly heldBack: ReuseReport['heldBack']
}

export const lengthOf = ({ tokens, answerTokens }: TracedRequest): number => tokens.length + answerTokens.length

export const tokenAt = ({ tokens, answerTokens }: TracedRequest, at: number): number | undefined =>
  at < tokens.length ? tokens[at] : answerTokens[at - tokens.length]

export const segmentsOf = ({ segments, answerSegments }: TracedRequest): readonly TracedSegment[] => [...segments, ...answerSegments]

/** The length of the common prefix of the prompt and of what `earlier`, with its answer, left in its cells. */
export function commonTokens(earlier: TracedRequest, { tokens }: Pick<TracedRequest, 'tokens'>): number {
  const most = Math.min(lengthOf(earlier), tokens.length)
  let at = 0
  while (at < most && tokenAt(earlier, at) === tokens[at]) at++
  return at
}

export const hasSameCells = (one: TracedRequest, other: TracedRequest): boolean =>
  one.model === other.model && one.settings === other.settings

const conversational = ({ holds }: TracedSegment): boolean => holds !== 'system' && holds !== 'tools' && holds !== 'template'
export const firstMessageOf = (request: Pick<TracedRequest, 'segments'>): TracedSegment | undefined => request.segments.find(conversational)
export const newestMessageOf = (request: Pick<TracedRequest, 'segments'>): TracedSegment | undefined =>
  request.segments.findLast(conversational)
