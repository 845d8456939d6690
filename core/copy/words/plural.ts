import { formatCount } from '../../text/amounts'

/** For example, `counted(2, 'cache', 'caches')` returns `2 caches`. */
export type Counted = (count: number, one: string, other: string) => string

/** `locale` is an `Intl` locale such as `en`. */
export function countedIn(locale: string): Counted {
  const rules = new Intl.PluralRules(locale)
  return (count, one, other) => `${formatCount(count)} ${rules.select(Math.round(count)) === 'one' ? one : other}`
}
