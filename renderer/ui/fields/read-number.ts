/** Numbers as people type them, held against the range of their setting. What is wrong is said, never changed. */
import type { NumberRange } from '../../../core/contract/settings/setting-ranges'
import { formatNumber, numberSigns } from '../../../core/text/number-language'

export type ReadNumber =
  /** null: the field is empty. */
  { readonly ok: true; readonly value: number | null } | { readonly ok: false; readonly reason: string }

/** `name`: of the setting, as the form has it. `canBeEmpty`: what leaving it empty means is the form's business. */
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

/** As the field shows it while nobody types: grouped, with as many digits as it has. */
export const numberText = (value: number): string => formatNumber(value, Math.min(3, (String(value).split('.')[1] ?? '').length))

/** Thousands may be grouped the way numbers are written here, or with spaces, as copied numbers are. */
function withoutGroups(text: string): string {
  const { group, decimal } = numberSigns()
  const spaceless = text.replace(/[\s\u00a0\u202f_’']/g, '')
  const ungrouped = group !== '' && !/\s/.test(group) ? spaceless.replaceAll(group, '') : spaceless
  return ungrouped.replace(decimal, '.')
}

const shortened = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text)
