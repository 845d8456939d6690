import { formatShort } from '../../../core/text/number-language'
import { readNumber } from '../../ui/fields/read-number'

const gib = 2 ** 30
const range = { least: 0.001, most: 2 ** 20, fractions: true }

export const gibibytesText = (bytes: readonly number[]): string => bytes.map((one) => formatShort(one / gib, 3)).join('  ')

/** Reads numbers separated by spaces, `;` or `+`. Returns null if one of them is not an amount. */
export function readGibibytes(text: string): readonly number[] | null {
  const words = text
    .trim()
    .split(/[\s;+]+/)
    .filter(Boolean)
  const read = words.map((word) => readNumber(word, '', range, false))
  const values = read.flatMap((one) => (one.ok && one.value !== null ? [one.value * gib] : []))
  return values.length === words.length ? values : null
}
