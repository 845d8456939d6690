import { codePointsOf } from '../characters/code-points'
import { choice, type Expression, never, oneOf, optional, repeat, sequence, text } from '../gbnf/expression'
import type { SchemaRefusalReason } from '../problems/problems'
import { anyDigit, type Decimal, decimalsBetween, exactDigits, wholeBetween } from './digits'

export interface NumberBound {
  readonly value: number
  readonly inclusive: boolean
}
export interface NumberLimits {
  readonly wholeOnly: boolean
  readonly least: NumberBound | null
  readonly most: NumberBound | null
  /** A power of ten, at least 1. */
  readonly step: number
}

const digit = oneOf(anyDigit)
const whole = choice(text('0'), sequence(oneOf([[49, 57]]), repeat(digit, 0, 15)))

/** Two digits of exponent, because 1e400 is not a number in 64 bits. */
const anyNumber = sequence(
  optional(text('-')),
  whole,
  optional(sequence(text('.'), repeat(digit, 1, 16))),
  optional(sequence(oneOf(codePointsOf('eE')), optional(oneOf(codePointsOf('+-'))), repeat(digit, 1, 2))),
)
const anyWhole = sequence(optional(text('-')), whole)

/** Beyond it, a bound has no effect on numbers of 16 digits. */
const farAway = 1e30

/** Why the bound cannot be kept exactly. */
export function boundProblem({ value, inclusive }: NumberBound, isLeast: boolean): SchemaRefusalReason | undefined {
  if (Math.abs(value) >= farAway) return isLeast === value > 0 ? 'limit-too-high' : undefined
  const { whole: before, fraction } = decimalOf(Math.abs(value))
  return !inclusive && before.length + fraction.length > exactDigits ? 'bound-too-precise' : undefined
}

export function numberExpression({ wholeOnly, step, ...bounds }: NumberLimits): Expression {
  const least = bounds.least && bounds.least.value > -farAway ? bounds.least : null
  const most = bounds.most && bounds.most.value < farAway ? bounds.most : null
  if (wholeOnly) return least === null && most === null && step === 1 ? anyWhole : wholeNumbers(least, most, BigInt(step))
  if (least === null && most === null) return anyNumber
  return choice(notNegative(least, most), sequence(text('-'), notNegative(mirrored(most), mirrored(least), true)))
}

const mirrored = (bound: NumberBound | null): NumberBound | null => bound && { ...bound, value: -bound.value }

function notNegative(least: NumberBound | null, most: NumberBound | null, excludesZero = false): Expression {
  if (most !== null && most.value < 0) return never
  const isPositive = least !== null && least.value > 0
  const low = isPositive
    ? { at: decimalOf(least.value), inclusive: least.inclusive }
    : { at: decimalOf(0), inclusive: !excludesZero && (least === null || least.value < 0 || least.inclusive) }
  return decimalsBetween(low, most && { at: decimalOf(most.value), inclusive: most.inclusive })
}

function wholeNumbers(least: NumberBound | null, most: NumberBound | null, step: bigint): Expression {
  const from = least && firstWhole(least, step)
  const to = most && -firstWhole({ ...most, value: -most.value }, step)
  const zeros = text('0'.repeat(String(step).length - 1))
  const longest = step === 1n ? null : 10n ** BigInt(exactDigits) / step
  const upTo = (limit: bigint | null) => (longest !== null && (limit === null || limit > longest) ? longest : limit)
  const positive = wholeBetween(from !== null && from > 1n ? from : 1n, upTo(to))
  const negative = wholeBetween(to !== null && to < -1n ? -to : 1n, upTo(from === null ? null : -from))
  const hasZero = (from === null || from <= 0n) && (to === null || to >= 0n)
  return choice(
    ...(hasZero ? [text('0')] : []),
    to !== null && to < 1n ? never : sequence(positive, zeros),
    from !== null && from > -1n ? never : sequence(text('-'), negative, zeros),
  )
}

/** The smallest multiple that is within the bound, divided by `step`. */
function firstWhole({ value, inclusive }: NumberBound, step: bigint): bigint {
  const ceiling = BigInt(Math.ceil(value))
  const from = !inclusive && Number.isInteger(value) ? ceiling + 1n : ceiling
  const quotient = from / step
  return quotient * step < from ? quotient + 1n : quotient
}

function decimalOf(value: number): Decimal {
  const [mantissa, exponent = '0'] = String(value).split('e') as [string, string?]
  const [before, after = ''] = mantissa.split('.') as [string, string?]
  const shift = Number(exponent)
  const digits = before + after
  const point = before.length + shift
  const padded = point <= 0 ? `${'0'.repeat(1 - point)}${digits}` : digits.padEnd(point, '0')
  const at = Math.max(1, point)
  return { whole: padded.slice(0, at).replace(/^0+(?=\d)/, ''), fraction: padded.slice(at).replace(/0+$/, '') }
}
