/**
 * Whose way of writing numbers, for the whole of this process: `1,234.5` in English, `1.234,5` in German.
 *
 * One setting for one person: it is set when the preferences are read and holds for every figure drawn after that.
 */

/** For `Intl`; undefined: the machine's own. */
let locale: string | undefined = 'en-US'
/** Formatters by number of digits after the point: making one is a hundred times as much work as using it. */
let formatters = new Map<number, Intl.NumberFormat>()

/** `system`: as this machine is set; `en` is English as in America. */
export function setNumberLanguage(language: string): void {
  locale = language === 'system' ? undefined : language === 'en' ? 'en-US' : language
  formatters = new Map()
}

/** With exactly `digits` digits after the point. */
export function formatNumber(value: number, digits: number): string {
  let formatter = formatters.get(digits)
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
    formatters.set(digits, formatter)
  }
  return formatter.format(value)
}

/** With as many digits after the point as it has, up to `mostDigits`: `1.5`, `2`. */
export const formatShort = (value: number, mostDigits: number): string =>
  formatNumber(value, String(Number(value.toFixed(mostDigits))).split('.')[1]?.length ?? 0)

/** The signs of this way of writing, for reading numbers that people type. */
export function numberSigns(): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(1_234_567.5)
  const sign = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? ''
  return { group: sign('group'), decimal: sign('decimal') }
}
