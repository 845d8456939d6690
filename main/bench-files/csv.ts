/** Rows as CSV (RFC 4180, UTF-8, a dot as decimal point), and CSV as rows. */
import Papa from 'papaparse'
import { guardedField, unguardedField } from '../../core/text/csv-guard'
import { mostColumns, mostFields, mostRows, tooManyColumns, tooManyFields, tooManyRows } from './import-limits'
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

/** The first line names the columns. Fields that are empty are left out, and what `writeCsv` guarded is as it was. */
export function readCsv(text: string): CsvRows {
  const plain = text.replace(/^\ufeff/, '')
  // Before rows become objects, and at the limit of lines, blank ones too: a file made for it would hold up the host for a minute.
  if (hasMore(plain, /[,\n\r]/g, mostFields) || hasMore(plain, /"/g, 2 * mostFields)) return { trouble: tooManyFields }
  const [names = []] = Papa.parse<string[]>(plain, { delimiter: ',', fastMode: false, preview: 1 }).data
  if (names.length > mostColumns) return { trouble: tooManyColumns }
  const { data, errors, meta } = Papa.parse<Record<string, string>>(plain, {
    header: true,
    delimiter: ',',
    // The fast mode splits all lines first.
    fastMode: false,
    // Reaching it counts as truncated.
    preview: mostRows + 1,
    skipEmptyLines: true,
  })
  if (meta.truncated) return { trouble: tooManyRows }
  const [error] = errors
  if (error) return { trouble: `Line ${(error.row ?? 0) + 2} is damaged (${error.message}): export it again.` }
  return { rows: data.map(withoutGuards) }
}

function hasMore(text: string, mark: RegExp, most: number): boolean {
  let count = 0
  while (count <= most && mark.test(text)) count++
  return count > most
}

const withoutGuards = (row: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, field]) => field !== '')
      .map(([column, field]) => [column, unguardedField(field)]),
  )
