/** Text that spreadsheets read as a formula, even after apostrophes. Source: OWASP, "CSV Injection". */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

export const guardedField = (text: string): string => (formula.test(text) && !isNumber(text) ? `'${text}` : text)

export const unguardedField = (text: string): string => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text)
