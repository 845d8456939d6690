import type { JsonCalls } from '../syntax'
import { commonPrefix, commonSuffix, firstMarker } from './affixes'

/** Divides the text before the first call, between two calls and after the last one. `between` is null if there is only one call. */
export function around(
  before: string,
  between: string | null,
  after: string,
  end: string,
): Pick<JsonCalls, 'sectionStart' | 'sectionEnd' | 'separator' | 'callStart' | 'callEnd'> {
  const callStart = between === null ? before : commonSuffix(before, between)
  const closing = between?.slice(0, between.length - callStart.length) ?? withoutEnd(after, end)
  const callEnd = between === null ? closing : commonPrefix(closing, after)
  return {
    sectionStart: before.slice(0, before.length - callStart.length),
    callStart,
    callEnd,
    separator: closing.slice(callEnd.length).trim(),
    sectionEnd: between === null ? '' : firstMarker(withoutEnd(after.slice(callEnd.length), end)),
  }
}

const withoutEnd = (text: string, end: string): string =>
  text.slice(0, text.length - (text.endsWith(end) ? end.length : commonSuffix(text, end).length))
