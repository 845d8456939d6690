import type { ClockChange } from '../contract/cache/reuse'

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const time = '\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d+)?)?(?:Z|[+-]\\d{2}:?\\d{2}|\\s?[ap]\\.?m\\b)?'
/** In seconds or milliseconds, from 2001 to 2033. */
const unixTime = '1\\d{9}(?:\\d{3})?'
const forms = [
  `\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}(?:[T ]${time})?`,
  '\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{4}',
  `\\d{1,2}(?:st|nd|rd|th)? ${month} \\d{4}`,
  `${month} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}`,
  time,
  weekday,
  unixTime,
]
const clockForms = new RegExp(`(?<![\\w])(?:${forms.join('|')})(?![\\w])`, 'gi')

function clockAt(text: string, at: number): string | undefined {
  for (const match of text.matchAll(clockForms)) if (match.index <= at && at <= match.index + match[0].length) return match[0]
  return undefined
}

/** `at` is the length of the common prefix. Returns null if something other than a date or time differs. */
export function clockChange(held: string, prompt: string, at: number): ClockChange | null {
  const [heldClock, promptClock] = [clockAt(held, at), clockAt(prompt, at)]
  return heldClock !== undefined && promptClock !== undefined && heldClock !== promptClock ? { held: heldClock, prompt: promptClock } : null
}

export function sharedLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let at = 0
  while (at < most && one[at] === other[at]) at++
  return at
}
