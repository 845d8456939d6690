/** The number format of this process: `1,234.5` in English, `1.234,5` in German. Set when the preferences are read. */

/** For `Intl`; undefined: the system's locale. */
let locale: string | undefined = 'en-US'
/** Formatters by number of decimals. Creating one takes a hundred times as long as using it. */
let formatters = new Map<number, Intl.NumberFormat>()

/** `system`: the system's locale; `en`: American English. */
export function setNumberLanguage(language: string): void {
  locale = language === 'system' ? undefined : language === 'en' ? 'en-US' : language
  formatters = new Map()
}

export function formatNumber(value: number, digits: number): string {
  let formatter = formatters.get(digits)
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
    formatters.set(digits, formatter)
  }
  return formatter.format(value)
}

/** With as many decimals as the value has, up to `mostDigits`: `1.5`, `2`. */
export const formatShort = (value: number, mostDigits: number): string =>
  formatNumber(value, String(Number(value.toFixed(mostDigits))).split('.')[1]?.length ?? 0)

/** The separators, for parsing numbers that people type. */
export function numberSigns(): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(1_234_567.5)
  const sign = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? ''
  return { group: sign('group'), decimal: sign('decimal') }
}
