import { formatCount } from '../../text/amounts'

/** For example `2 caches`. */
export type Counted = (count: number, one: string, other: string) => string

export function countedIn(locale: string): Counted {
  const rules = new Intl.PluralRules(locale)
  return (count, one, other) => `${formatCount(count)} ${rules.select(Math.round(count)) === 'one' ? one : other}`
}
