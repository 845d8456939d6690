/** Decimal numbers between two bounds, digit by digit. Numbers are written without an exponent. */
import type { CodePoints } from '../characters/code-points'
import { choice, type Expression, empty, never, oneOf, optional, repeat, sequence, text } from '../gbnf/expression'

/** A number that is not negative: its digits before and after the point, without surplus zeros. */
export interface Decimal {
  readonly whole: string
  readonly fraction: string
}
export interface DecimalBound {
  readonly at: Decimal
  readonly inclusive: boolean
}

export const anyDigit: CodePoints = [[48, 57]]
const digit = oneOf(anyDigit)
const fromOne = oneOf([[49, 57]])

/** A number is exact in 64 bits up to this many digits, so two different numbers stay different. */
export const exactDigits = 15
const mostWholeDigits = 16

const digitsBetween = (least: number, most: number): Expression => (least > most ? never : oneOf([[48 + least, 48 + most]]))

/** Strings of the length of both bounds. */
function sameLength(least: string, most: string): Expression {
  if (least === '') return empty
  const [low, high] = [Number(least[0]), Number(most[0])]
  const [lowRest, highRest] = [least.slice(1), most.slice(1)]
  const rest = lowRest.length
  const nines = '9'.repeat(rest)
  const zeros = '0'.repeat(rest)
  if (least > most) return never
  if (lowRest === zeros && highRest === nines) return sequence(digitsBetween(low, high), repeat(digit, rest, rest))
  if (low === high) return sequence(text(String(low)), sameLength(lowRest, highRest))
  const from = lowRest === zeros ? low : low + 1
  const to = highRest === nines ? high : high - 1
  return choice(
    ...(from > low ? [sequence(text(String(low)), sameLength(lowRest, nines))] : []),
    ...(from <= to ? [sequence(digitsBetween(from, to), repeat(digit, rest, rest))] : []),
    ...(to < high ? [sequence(text(String(high)), sameLength(zeros, highRest))] : []),
  )
}

/** Whole numbers from `least` to `most`; null: as long as numbers can be. */
export function wholeBetween(least: bigint, most: bigint | null): Expression {
  if (most !== null && least > most) return never
  const start = String(least)
  const longest = most === null ? Math.max(mostWholeDigits, start.length + 1) : String(most).length
  const options: Expression[] = []
  for (let length = start.length; length <= longest; length++) {
    const first = length === start.length ? start : `1${'0'.repeat(length - 1)}`
    const isOpen = length > start.length && (most === null || length < longest)
    if (isOpen) {
      const to = most === null ? longest : longest - 1
      options.push(sequence(fromOne, repeat(digit, length - 1, to - 1)))
      length = to
    } else options.push(sameLength(first, most !== null && length === String(most).length ? String(most) : '9'.repeat(length)))
  }
  return choice(...options)
}

interface Tail {
  /** null: from 0. */
  readonly low: { readonly digits: string; readonly inclusive: boolean } | null
  /** null: below 1. */
  readonly high: { readonly digits: string; readonly inclusive: boolean } | null
  readonly mostDigits: number
}

/** Digits after the point, perhaps none. */
function tail({ low, high, mostDigits }: Tail): Expression {
  if (low?.digits === '' && low.inclusive) return tail({ low: null, high, mostDigits })
  if (high?.digits === '') return low === null && high.inclusive ? repeat(text('0'), 0, mostDigits) : never
  if (low === null && high === null) return repeat(digit, 0, mostDigits)
  const here = low === null ? empty : never
  if (mostDigits === 0) return here
  const groups: { from: number; to: number; key: string; rest: Tail }[] = []
  for (let value = 0; value <= 9; value++) {
    const rest = after({ low, high, mostDigits }, value)
    if (!rest) continue
    const key = `${rest.low !== null} ${rest.high !== null}`
    const last = groups.at(-1)
    if (last?.key === key) last.to = value
    else groups.push({ from: value, to: value, key, rest })
  }
  return choice(here, ...groups.map(({ from, to, rest }) => sequence(digitsBetween(from, to), tail(rest))))
}

/** What may follow this digit. */
function after({ low, high, mostDigits }: Tail, value: number): Tail | undefined {
  const least = low === null ? -1 : Number(low.digits[0] ?? '0')
  const most = high === null ? 10 : Number(high.digits[0] ?? '0')
  if (value < least || value > most || mostDigits === 0) return undefined
  return {
    low: low !== null && value === least ? { ...low, digits: low.digits.slice(1) } : null,
    high: high !== null && value === most ? { ...high, digits: high.digits.slice(1) } : null,
    mostDigits: mostDigits - 1,
  }
}

/** With the point, or nothing if the number may be whole. */
function fraction(bounds: Tail, isZeroAllowed: boolean): Expression {
  const longer = Array.from({ length: 10 }, (_, value) => {
    const rest = after(bounds, value)
    return rest ? sequence(text(String(value)), tail(rest)) : never
  })
  const written = sequence(text('.'), choice(...longer))
  return isZeroAllowed ? optional(written) : written
}

/** Numbers that are not negative. `high` null: no upper bound. */
export function decimalsBetween(low: DecimalBound, high: DecimalBound | null): Expression {
  const from = BigInt(low.at.whole)
  const to = high === null ? null : BigInt(high.at.whole)
  if (to !== null && from > to) return never
  const longest = Math.max(low.at.whole.length, high?.at.whole.length ?? 1)
  const mostDigits = Math.max(0, exactDigits - longest)
  const lowTail = { digits: low.at.fraction, inclusive: low.inclusive }
  const highTail = high && { digits: high.at.fraction, inclusive: high.inclusive }
  const lowIsWhole = low.at.fraction === '' && low.inclusive
  const highIsWhole = highTail === null || highTail.digits !== '' || highTail.inclusive
  if (from === to) return sequence(text(low.at.whole), fraction({ low: lowTail, high: highTail, mostDigits }, lowIsWhole && highIsWhole))
  const options = [sequence(text(low.at.whole), fraction({ low: lowTail, high: null, mostDigits }, lowIsWhole))]
  const between = wholeBetween(from + 1n, to === null ? null : to - 1n)
  options.push(sequence(between, fraction({ low: null, high: null, mostDigits }, true)))
  if (high !== null && highTail !== null && highIsWhole)
    options.push(sequence(text(high.at.whole), fraction({ low: null, high: highTail, mostDigits }, true)))
  return choice(...options)
}
