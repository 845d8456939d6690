/**
 * The earlier request that a request continues: the one with the most text in common, anywhere in the prompt. The longest common prefix
 * would not find it, because a header that changes at token 12 leaves 12 tokens in common with every request.
 */
import { sharedLength } from '../reuse/clock-text'
import { sideRequestOf } from './side-request'
import { segmentsOf, type TracedRequest } from './traced-request'

/** Requests that have less in common are unrelated. */
const leastShare = 0.05

export interface Predecessor {
  readonly request: TracedRequest
  /** About how many tokens of the prompt it also has. */
  readonly alike: number
}

export function predecessorOf(request: TracedRequest, earlier: readonly TracedRequest[]): Predecessor | null {
  let best: Predecessor | null = null
  for (const candidate of earlier) {
    if (sideRequestOf(candidate) !== null && sideRequestOf(request) === null) continue
    const alike = alikeText(candidate, request)
    if (alike >= leastShare * request.tokens.length && alike >= (best?.alike ?? 0)) best = { request: candidate, alike }
  }
  return best
}

function alikeText(earlier: TracedRequest, { segments }: TracedRequest): number {
  const known = new Map<string, number>()
  for (const { text } of segmentsOf(earlier)) known.set(text, (known.get(text) ?? 0) + 1)
  const system = earlier.segments.find(({ holds }) => holds === 'system')
  const tools = earlier.segments.find(({ holds }) => holds === 'tools')
  let alike = 0
  for (const segment of segments) {
    if (segment.holds === 'template') continue
    const left = known.get(segment.text) ?? 0
    const tokens = segment.to - segment.from
    if (left > 0) {
      known.set(segment.text, left - 1)
      alike += tokens
    } else if (segment.holds === 'system' && system) alike += tokens * shareOf(system.text, segment.text)
    else if (segment.holds === 'tools' && tools) alike += tokens * shareOf(tools.text, segment.text)
  }
  return alike
}

/** The length of the common prefix and the common suffix of two texts. */
function shareOf(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  const start = sharedLength(one, other)
  let end = 0
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return (start + end) / Math.max(one.length, other.length, 1)
}
