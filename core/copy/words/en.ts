import { datesIn } from './dates'
import { countedIn } from './plural'

export const counted = countedIn('en')

/** `1 token`, `1,204 tokens`. */
export const tokens = (count: number): string => counted(count, 'token', 'tokens')

/** `a`, `a and b`, `a, b, and c` */
export const listed = (items: readonly string[]): string => new Intl.ListFormat('en').format(items)

export const { dateTime, day } = datesIn('en')
