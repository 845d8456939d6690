/** Parses typed numbers against a setting's range. Invalid input is reported, never corrected. */
import type { NumberRange } from '../../../core/contract/settings/setting-ranges'
import { formatNumber, numberSigns } from '../../../core/text/number-language'

export type ReadNumber =
  /** null: the field is empty. */
  { readonly ok: true; readonly value: number | null } | { readonly ok: false; readonly reason: string }

/** `name`: the setting's name in the form. `canBeEmpty`: the form defines what an empty field means. */
export function readNumber(text: string, name: string, range: NumberRange, canBeEmpty: boolean): ReadNumber {
  const { fractions = false, least, most } = range
  const bounds = `from ${numberText(least)} to ${numberText(most)}`
  const wanted = `${name} takes a ${fractions ? 'number' : 'whole number'} ${bounds}`
  const plain = withoutGroups(text.trim())
  if (plain === '') return canBeEmpty ? { ok: true, value: null } : { ok: false, reason: `${wanted}.` }
  const value = Number(plain)
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return { ok: false, reason: `${wanted}. “${shortened(text)}” is not a number.` }
  if (!fractions && !Number.isInteger(value)) return { ok: false, reason: `${wanted}, without a fraction.` }
  if (value < least || value > most) return { ok: false, reason: `${wanted}, not ${shortened(text.trim())}.` }
  return { ok: true, value }
}

/** The number as shown without focus: grouped, with up to 3 decimal places. */
export const numberText = (value: number): string => formatNumber(value, Math.min(3, (String(value).split('.')[1] ?? '').length))

/** Removes the locale's group separators, and spaces, which copied numbers may contain. */
function withoutGroups(text: string): string {
  const { group, decimal } = numberSigns()
  const spaceless = text.replace(/[\s\u00a0\u202f_’']/g, '')
  const ungrouped = group !== '' && !/\s/.test(group) ? spaceless.replaceAll(group, '') : spaceless
  return ungrouped.replace(decimal, '.')
}

const shortened = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text)
