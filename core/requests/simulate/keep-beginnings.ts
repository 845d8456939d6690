/**
 * The prompts as they would be if clients kept what they change: token ranges of the request that a prompt is compared with replace the
 * prompt's own.
 */
import type { RequestCause } from '../../contract/requests/request-causes'
import type { Explanation } from '../explain-request'
import type { TracedRequest, TracedSegment } from '../traced-request'

export interface ExplainedRequest {
  readonly request: TracedRequest
  readonly explanation: Explanation
}

export interface Kept {
  readonly header: boolean
  readonly clock: boolean
  readonly tools: boolean
  readonly reasoning: boolean
}

/** Equal tokens after a change. */
const alikeTokens = 8
const longestChange = 96
/** A header can change in several places, such as its version and its hash. */
const mostChanges = 8

/** `requests` is in order. Returns the tokens of each prompt. */
export function keepBeginnings(requests: readonly ExplainedRequest[], kept: Kept): number[][] {
  const prompts = new Map<string, number[]>()
  const toolRanges = new Map<string, number[]>()
  const byId = new Map(requests.map(({ request }) => [request.id, request]))
  return requests.map(({ request, explanation }) => {
    let tokens = Array.from(request.tokens)
    if (kept.reasoning) tokens = withReasoning(request, requests)
    if (kept.tools) tokens = withSortedTools(request, tokens, toolRanges)
    const { cause, comparedId } = explanation
    const before = comparedId === null ? undefined : prompts.get(comparedId)
    if (before && isKept(cause, kept) && byId.has(comparedId as string)) tokens = withoutChanges(before, tokens)
    prompts.set(request.id, tokens)
    return tokens
  })
}

const isKept = (cause: RequestCause, { header, clock }: Kept): boolean =>
  (header && cause === 'changing-header') || (clock && (cause === 'clock' || cause === 'template-clock'))

function withoutChanges(before: readonly number[], prompt: readonly number[]): number[] {
  let tokens = [...prompt]
  let from = 0
  for (let change = 0; change < mostChanges; change++) {
    let at = from
    while (at < before.length && at < tokens.length && before[at] === tokens[at]) at++
    if (change > 0 && at - from > longestChange) break
    const again = alikeAgain(before, tokens, at)
    if (!again) break
    tokens = [...tokens.slice(0, at), ...before.slice(at, again.held), ...tokens.slice(again.prompt)]
    from = again.held
  }
  return tokens
}

/** Where both have the same tokens again. */
function alikeAgain(held: readonly number[], prompt: readonly number[], from: number): { held: number; prompt: number } | null {
  const runs = new Map<string, number>()
  const runAt = (tokens: readonly number[], at: number): string => tokens.slice(at, at + alikeTokens).join(' ')
  for (let at = Math.min(from + longestChange, held.length - alikeTokens); at >= from; at--) runs.set(runAt(held, at), at)
  for (let at = from; at <= Math.min(from + longestChange, prompt.length - alikeTokens); at++) {
    const found = runs.get(runAt(prompt, at))
    if (found !== undefined) return { held: found, prompt: at }
  }
  return null
}

const ofTools = ({ holds }: TracedSegment): boolean => holds === 'tools'

/** The same tools always in the order of their first request. */
function withSortedTools(request: TracedRequest, tokens: number[], known: Map<string, number[]>): number[] {
  const first = request.segments.find(ofTools)
  const last = request.segments.findLast(ofTools)
  if (!first || !last || tokens.length !== request.tokens.length) return tokens
  const key = `${request.model} ${[...request.tools].sort().join('\n')}`
  const range = known.get(key)
  if (!range) {
    known.set(key, tokens.slice(first.from, last.to))
    return tokens
  }
  return [...tokens.slice(0, first.from), ...range, ...tokens.slice(last.to)]
}

/** Answers as the model wrote them, instead of their texts without the reasoning. */
function withReasoning(request: TracedRequest, all: readonly ExplainedRequest[]): number[] {
  const answers = new Map<string, readonly number[]>()
  for (const { request: earlier } of all) {
    if (earlier === request) break
    if (earlier.client !== request.client || earlier.model !== request.model) continue
    if (!earlier.answerSegments.some(({ holds }) => holds === 'reasoning')) continue
    const text = textOf(earlier.answerSegments)
    const end = earlier.answerSegments.findLast(({ holds }) => holds !== 'template')?.to
    if (text !== '' && end !== undefined) answers.set(text, Array.from(earlier.answerTokens).slice(0, end - earlier.tokens.length))
  }
  const tokens: number[] = []
  let copied = 0
  for (const { holds, text, from, to } of request.segments) {
    const answer = holds === 'assistant' ? answers.get(text.trim()) : undefined
    if (!answer) continue
    tokens.push(...Array.from(request.tokens).slice(copied, from), ...answer)
    copied = to
  }
  return [...tokens, ...Array.from(request.tokens).slice(copied)]
}

const textOf = (segments: readonly TracedSegment[]): string =>
  segments
    .filter(({ holds }) => holds === 'assistant')
    .map(({ text }) => text)
    .join('')
    .trim()
