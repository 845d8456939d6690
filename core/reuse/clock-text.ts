import type { ClockChange } from '../contract/cache/reuse'

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const time = '\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d+)?)?(?:Z|[+-]\\d{2}:?\\d{2}|\\s?[ap]\\.?m\\b)?'
/** In seconds or milliseconds, from September 2020 to 2033. */
const unixTime = '1[6-9]\\d{8}(?:\\d{3})?'
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
  if (heldClock === undefined || promptClock === undefined || heldClock === promptClock) return null
  return canFollow(heldClock, promptClock) ? { held: heldClock, prompt: promptClock } : null
}

const yearSeconds = 365 * 86_400

/** A bare number may also be an identifier. As a time, it is later than the one of the earlier prompt, by less than a year. */
function canFollow(held: string, prompt: string): boolean {
  const [before, after] = [unixSeconds(held), unixSeconds(prompt)]
  if (before === null && after === null) return true
  return before !== null && after !== null && before < after && after - before < yearSeconds
}

const unixSeconds = (clock: string): number | null => (/^\d{10,13}$/.test(clock) ? Number(clock) / 10 ** (clock.length - 10) : null)

export function sharedLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let at = 0
  while (at < most && one[at] === other[at]) at++
  return at
}
