/** undefined means the system's locale. */
let locale: string | undefined = 'en-US'
/** Formatters are slow to create. */
let formatters = new Map<number, Intl.NumberFormat>()
let percentSign: string | undefined

/** `system` or a language tag; `en` is American English. */
export function setNumberLanguage(language: string): void {
  locale = language === 'system' ? undefined : language === 'en' ? 'en-US' : language
  formatters = new Map()
  percentSign = undefined
}

export function formatNumber(value: number, digits: number): string {
  let formatter = formatters.get(digits)
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
    formatters.set(digits, formatter)
  }
  return formatter.format(value)
}

/** `93.3%` in English, `93,3 %` in German. */
export function withPercentSign(number: string): string {
  percentSign ??= new Intl.NumberFormat(locale, { style: 'percent' }).formatToParts(1).some(({ type }) => type === 'literal') ? ' %' : '%'
  return `${number}${percentSign}`
}

/** As many decimals as needed: `1.5`, `2`. */
export const formatShort = (value: number, mostDigits: number): string =>
  formatNumber(value, String(Number(value.toFixed(mostDigits))).split('.')[1]?.length ?? 0)

/** With at most four significant digits: 12.35, 41,550. */
export function formatSignificant(value: number): string {
  const rounded = Number(value.toPrecision(4))
  const whole = Math.floor(Math.log10(Math.abs(rounded))) + 1
  return formatNumber(rounded, Number.isFinite(whole) ? Math.min(4, Math.max(0, 4 - whole)) : 0)
}

export function numberSigns(): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(1_234_567.5)
  const sign = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? ''
  return { group: sign('group'), decimal: sign('decimal') }
}
