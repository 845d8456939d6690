import { datesIn } from './dates'
import { durationIn, spokenTimeIn } from './duration'
import { countedIn } from './plural'

export const counted = countedIn('de')

/** For example `1 Token` and `1.204 Tokens`. */
export const tokens = (count: number): string => counted(count, 'Token', 'Tokens')

/** For example `a`, `a und b`, `a, b und c`. */
export const listed = (items: readonly string[]): string => new Intl.ListFormat('de').format(items)

export const { dateTime, day, time } = datesIn('de')
/** For example `40 s`, `2 h 10 min` and `3 Tage`. */
export const duration = durationIn((count) => counted(count, 'Tag', 'Tage'))
/** For example `4 Sekunden`. */
export const spokenTime = spokenTimeIn(
  'weniger als eine Sekunde',
  (count) => counted(count, 'Sekunde', 'Sekunden'),
  (count) => counted(count, 'Minute', 'Minuten'),
)

export const languageName = (locale: string): string => new Intl.DisplayNames('de', { type: 'language' }).of(locale) ?? locale
