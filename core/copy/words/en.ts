import { datesIn } from './dates'
import { durationIn, spokenTimeIn } from './duration'
import { countedIn } from './plural'

export const counted = countedIn('en')

/** For example `1 token` and `1,204 tokens`. */
export const tokens = (count: number): string => counted(count, 'token', 'tokens')

/** For example `a`, `a and b`, `a, b, and c`. */
export const listed = (items: readonly string[]): string => new Intl.ListFormat('en').format(items)

export const { dateTime, day, time } = datesIn('en')
/** For example `40 s`, `2 h 10 min` and `3 days`. */
export const duration = durationIn((count) => counted(count, 'day', 'days'))
/** For example `4 seconds`. */
export const spokenTime = spokenTimeIn(
  'less than a second',
  (count) => counted(count, 'second', 'seconds'),
  (count) => counted(count, 'minute', 'minutes'),
)

export const languageName = (locale: string): string => new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale
