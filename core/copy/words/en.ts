import { datesIn } from './dates'
import { durationIn } from './duration'
import { countedIn } from './plural'

export const counted = countedIn('en')

/** `1 token`, `1,204 tokens`. */
export const tokens = (count: number): string => counted(count, 'token', 'tokens')

/** `a`, `a and b`, `a, b, and c` */
export const listed = (items: readonly string[]): string => new Intl.ListFormat('en').format(items)

export const { dateTime, day, time } = datesIn('en')
/** A rounded duration: `40 s`, `2 h 10 min`, `3 days`. */
export const duration = durationIn((count) => counted(count, 'day', 'days'))

/** `locale`: such as `sv`. */
export const languageName = (locale: string): string => new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale
