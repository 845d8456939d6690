import type { AnswerSyntax, CallSyntax } from '../syntax'
import { MarkerSet } from './marker'

/** What follows a marker. `note`: nothing changes. */
export type Meaning =
  | { readonly kind: 'reasoning' | 'text' | 'note' | 'section' }
  /** `head`: index into `PatternCalls.heads`, the ways to begin a call. */
  | { readonly kind: 'call'; readonly head: number }

export interface AnswerMarkers {
  readonly text: MarkerSet<Meaning>
  readonly reasoning: MarkerSet<Meaning>
  /** Between calls. */
  readonly section: MarkerSet<Meaning>
  /** A call without a marker, at the beginning of the answer: `{"name":`. */
  readonly bare: MarkerSet<Meaning>
}

export function markersOf({ reasoning, calls, markup }: AnswerSyntax): AnswerMarkers {
  const starts = calls ? callStarts(calls) : []
  const text: (readonly [string, Meaning])[] = []
  if (reasoning) text.push([reasoning.end, { kind: 'note' }], [reasoning.start, { kind: 'reasoning' }])
  for (const one of markup) text.push([one, { kind: 'note' }])
  if (calls) text.push([calls.sectionEnd, { kind: 'note' }])
  // Some models leave out the end of reasoning before a call, or the start of a section.
  const begins: (readonly [string, Meaning])[] = calls ? [[calls.sectionStart, { kind: 'section' }], ...starts] : []
  return {
    text: new MarkerSet([...text, ...begins]),
    reasoning: new MarkerSet<Meaning>(reasoning ? [[reasoning.end, { kind: 'text' }], ...begins] : []),
    section: new MarkerSet<Meaning>(calls ? [[calls.sectionEnd, { kind: 'text' }], ...starts] : []),
    bare: new MarkerSet<Meaning>(calls && isBare(calls) ? bareStarts(calls).map((one) => [one, { kind: 'call', head: 0 }]) : []),
  }
}

/** Calls have no marker at all. */
export const isBare = (calls: CallSyntax): boolean =>
  calls.sectionStart.trim() === '' && calls.form === 'json' && calls.callStart.trim() === ''

const callStarts = (calls: CallSyntax): (readonly [string, Meaning])[] =>
  (calls.form === 'json' ? [calls.callStart] : calls.heads.map((head) => (typeof head[0] === 'string' ? head[0] : ''))).map(
    (start, head) => [start, { kind: 'call', head }],
  )

const bareStarts = (calls: CallSyntax): string[] =>
  calls.form === 'json' && calls.nameField !== null
    ? [calls.nameField, 'type', 'id'].flatMap((field) => [`{ "${field}" :`, `[ { "${field}" :`])
    : []
