import { formatCount } from '../../text/amounts'

const rules = new Intl.PluralRules('en')

/** `1 token`, `1,204 tokens`. */
export const counted = (count: number, one: string, other: string): string =>
  `${formatCount(count)} ${rules.select(Math.round(count)) === 'one' ? one : other}`

export const tokens = (count: number): string => counted(count, 'token', 'tokens')
