/** Where a prompt leaves the tokens of an earlier request, and the texts there. */
import type { Divergence } from '../contract/cache/reuse'
import { clockChange, sharedLength } from '../reuse/clock-text'
import { type MessageEdit, messageEdit } from './message-edit'
import { segmentsOf, type TracedRequest, type TracedSegment } from './traced-request'

export interface Difference {
  readonly position: number
  /** The texts from the first different token on. */
  readonly heldText: string
  readonly promptText: string
  /** Equal characters at the beginning of both. */
  readonly shared: number
  readonly held: TracedSegment | undefined
  readonly prompt: TracedSegment | undefined
  /** The first segments that the template did not write. */
  readonly heldContent: TracedSegment | undefined
  readonly promptContent: TracedSegment | undefined
  readonly edit: MessageEdit | null
}

export function differenceAt(earlier: TracedRequest, request: TracedRequest, position: number): Difference {
  const heldSegments = segmentsOf(earlier)
  const { segments } = request
  const starts = new Set(heldSegments.map(({ from }) => from))
  const start = segments.findLast(({ from }) => from <= position && starts.has(from))?.from ?? 0
  const textFrom = (all: readonly TracedSegment[]) =>
    all
      .filter(({ from }) => from >= start)
      .map(({ text }) => text)
      .join('')
  const [heldText, promptText] = [textFrom(heldSegments), textFrom(segments)]
  const at = (all: readonly TracedSegment[]) => all.find(({ to }) => to > position)
  const content = (all: readonly TracedSegment[]) => all.find(({ to, holds }) => to > position && holds !== 'template')
  return {
    position,
    heldText,
    promptText,
    shared: sharedLength(heldText, promptText),
    held: at(heldSegments),
    prompt: at(segments),
    heldContent: content(heldSegments),
    promptContent: content(segments),
    edit: messageEdit(earlier, request, position),
  }
}

const excerptCharacters = 160

export function divergenceOf({ position, heldText, promptText, shared, prompt, edit }: Difference): Divergence {
  return {
    position,
    part: prompt?.holds ?? 'template',
    message: prompt?.message ?? edit?.message ?? null,
    before: promptText.slice(Math.max(0, shared - excerptCharacters), shared),
    held: heldText.slice(shared, shared + excerptCharacters),
    prompt: promptText.slice(shared, shared + excerptCharacters),
    clock: clockChange(heldText, promptText, shared),
  }
}
