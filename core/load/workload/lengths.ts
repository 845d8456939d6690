import type { Random } from '../../stats/seeded-random'

/** Lengths in tokens. */
export type LengthRule =
  | { readonly kind: 'fixed'; readonly tokens: number }
  /** Both ends included. */
  | { readonly kind: 'uniform'; readonly from: number; readonly to: number }
  | { readonly kind: 'normal'; readonly mean: number; readonly deviation: number }

const count = '([1-9]\\d{0,6})'
const fixed = new RegExp(`^${count}$`)
const uniform = new RegExp(`^${count}-${count}$`)
const normal = new RegExp(`^${count}~${count}$`)

/** `512`, `100-900`, or `512~64` for a normal distribution with a standard deviation of 64. */
export function lengthRuleFrom(word: string): LengthRule | undefined {
  const [, tokens] = fixed.exec(word) ?? []
  if (tokens) return { kind: 'fixed', tokens: Number(tokens) }
  const [, from, to] = uniform.exec(word) ?? []
  if (from && to) return Number(from) <= Number(to) ? { kind: 'uniform', from: Number(from), to: Number(to) } : undefined
  const [, mean, deviation] = normal.exec(word) ?? []
  return mean && deviation ? { kind: 'normal', mean: Number(mean), deviation: Number(deviation) } : undefined
}

/** At least 1. */
export function lengthOf(rule: LengthRule, random: Random): number {
  switch (rule.kind) {
    case 'fixed':
      return rule.tokens
    case 'uniform':
      return rule.from + Math.floor(random() * (rule.to - rule.from + 1))
    case 'normal':
      return Math.max(1, Math.round(rule.mean + rule.deviation * normalSample(random)))
  }
}

/** Source: G. E. P. Box and M. E. Muller, The Annals of Mathematical Statistics 29 (1958), 610-611. */
function normalSample(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()))
  return radius * Math.cos(2 * Math.PI * random())
}
