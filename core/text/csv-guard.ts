/**
 * What a spreadsheet takes for a formula when a field begins with it, also behind apostrophes: those of a guard, or of the text.
 * Source: OWASP, "CSV Injection".
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

/** Text from elsewhere (a model's name, a title) stays text: an apostrophe before it, as spreadsheets write it themselves. */
export const guardedField = (text: string): string => (formula.test(text) && !isNumber(text) ? `'${text}` : text)

/** As it was before `guardedField`. */
export const unguardedField = (text: string): string => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text)
