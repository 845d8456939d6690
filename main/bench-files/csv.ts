/** Rows as CSV (RFC 4180, UTF-8, a dot as decimal point), and CSV as rows. */
import Papa from 'papaparse'
import type { Field, Row } from './llama-bench-columns'

/** What a spreadsheet takes for a formula when a field begins with it. Source: OWASP, "CSV Injection". */
const formula = /^[=+\-@\t\r]/
const guardedFormula = /^'[=+\-@\t\r]/
const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

/** Every column that any of the rows has, in the order in which they come. */
export const columnsOf = (rows: readonly Row[], first: readonly string[]): string[] => [
  ...new Set([...first, ...rows.flatMap((row) => Object.keys(row))]),
]

export function writeCsv(columns: readonly string[], rows: readonly Row[]): string {
  const data = rows.map((row) => columns.map((column) => guarded(row[column] ?? null)))
  return `${Papa.unparse({ fields: [...columns], data }, { newline: '\r\n' })}\r\n`
}

/** Text from elsewhere (a model's name, a title) stays text: an apostrophe before it, as spreadsheets write it themselves. */
const guarded = (field: Field): Field => (typeof field === 'string' && formula.test(field) && !isNumber(field) ? `'${field}` : field)

export type CsvRows = { readonly rows: readonly Readonly<Record<string, string>>[] } | { readonly trouble: string }

/** The first line names the columns. Fields that are empty are left out, and what `writeCsv` guarded is as it was. */
export function readCsv(text: string): CsvRows {
  const { data, errors } = Papa.parse<Record<string, string>>(text.replace(/^\ufeff/, ''), {
    header: true,
    delimiter: ',',
    skipEmptyLines: true,
  })
  const [error] = errors
  if (error) return { trouble: `Line ${(error.row ?? 0) + 2} is damaged (${error.message}): export it again.` }
  return { rows: data.map(withoutGuards) }
}

const withoutGuards = (row: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, field]) => field !== '')
      .map(([column, field]) => [column, guardedFormula.test(field) ? field.slice(1) : field]),
  )
