import type { NumberRange } from '../../../core/contract/settings/setting-ranges'
import { copy } from '../../../core/copy/copy'
import { formatNumber, numberSigns } from '../../../core/text/number-language'

export type ReadNumber =
  /** null if the field is empty. */
  { readonly ok: true; readonly value: number | null } | { readonly ok: false; readonly reason: string }

/** `canBeEmpty` is true if the form gives an empty field a meaning. */
export function readNumber(text: string, name: string, range: NumberRange, canBeEmpty: boolean): ReadNumber {
  const { fractions = false, least, most } = range
  const facts = { name, whole: !fractions, least: numberText(least), most: numberText(most) }
  const { number } = copy.ui
  const plain = withoutGroups(text.trim())
  if (plain === '') return canBeEmpty ? { ok: true, value: null } : { ok: false, reason: number.range(facts) }
  const value = Number(plain)
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return { ok: false, reason: number.notANumber(facts, shortened(text)) }
  if (!fractions && !Number.isInteger(value)) return { ok: false, reason: number.fraction(facts) }
  if (value < least || value > most) return { ok: false, reason: number.outside(facts, shortened(text.trim())) }
  return { ok: true, value }
}

/** For a field without focus. */
export const numberText = (value: number): string => formatNumber(value, Math.min(3, (String(value).split('.')[1] ?? '').length))

/** Copied numbers may contain spaces. */
function withoutGroups(text: string): string {
  const { group, decimal } = numberSigns()
  const spaceless = text.replace(/[\s\u00a0\u202f_’']/g, '')
  const ungrouped = group !== '' && !/\s/.test(group) ? spaceless.replaceAll(group, '') : spaceless
  return ungrouped.replace(decimal, '.')
}

const shortened = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text)
