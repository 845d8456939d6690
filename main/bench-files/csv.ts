/** Rows as CSV (RFC 4180, UTF-8, a dot as decimal point), and CSV as rows. */
import Papa from 'papaparse'
import { formatCount } from '../../core/text/amounts'
import { guardedField, unguardedField } from '../../core/text/csv-guard'
import type { Field, Row } from './llama-bench-columns'

/** Every column that any of the rows has, in the order in which they come. */
export const columnsOf = (rows: readonly Row[], first: readonly string[]): string[] => [
  ...new Set([...first, ...rows.flatMap((row) => Object.keys(row))]),
]

export function writeCsv(columns: readonly string[], rows: readonly Row[]): string {
  const data = rows.map((row) => columns.map((column) => guarded(row[column] ?? null)))
  return `${Papa.unparse({ fields: [...columns], data }, { newline: '\r\n' })}\r\n`
}

const guarded = (field: Field): Field => (typeof field === 'string' ? guardedField(field) : field)

export type CsvRows = { readonly rows: readonly Readonly<Record<string, string>>[] } | { readonly trouble: string }

/** llama-bench and Headroom together write less than a tenth. */
const mostColumns = 1000

/** The first line names the columns. Fields that are empty are left out, and what `writeCsv` guarded is as it was. */
export function readCsv(text: string): CsvRows {
  const plain = text.replace(/^\ufeff/, '')
  // Before rows become objects: millions of columns would hold up the host for minutes.
  const [names = []] = Papa.parse<string[]>(plain, { delimiter: ',', preview: 1 }).data
  if (names.length > mostColumns)
    return { trouble: `It has more than ${formatCount(mostColumns)} columns: choose a file that llama-bench or Headroom wrote.` }
  const { data, errors } = Papa.parse<Record<string, string>>(plain, {
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
      .map(([column, field]) => [column, unguardedField(field)]),
  )
