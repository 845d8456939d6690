import Papa from 'papaparse'
import type { ImportProblem } from '../../core/contract/errors/compare-reasons'
import { csvOf } from '../../core/text/csv'
import { unguardedField } from '../../core/text/csv-guard'
import { mostColumns, mostFields, mostRows, tooManyColumns, tooManyFields, tooManyRows } from './import-limits'
import type { Row } from './llama-bench-columns'

export const columnsOf = (rows: readonly Row[], first: readonly string[]): string[] => [
  ...new Set([...first, ...rows.flatMap((row) => Object.keys(row))]),
]

export const writeCsv = (columns: readonly string[], rows: readonly Row[]): string =>
  csvOf(
    columns,
    rows.map((row) => columns.map((column) => row[column] ?? null)),
  )

export type CsvRows = { readonly rows: readonly Readonly<Record<string, string>>[] } | { readonly trouble: ImportProblem }

export function readCsv(text: string): CsvRows {
  const plain = text.replace(/^\ufeff/, '')
  // Parsing a crafted file could block the host for a minute.
  if (hasMore(plain, /[,\n\r]/g, mostFields) || hasMore(plain, /"/g, 2 * mostFields)) return { trouble: tooManyFields }
  const [names = []] = Papa.parse<string[]>(plain, { delimiter: ',', fastMode: false, preview: 1 }).data
  if (names.length > mostColumns) return { trouble: tooManyColumns }
  const { data, errors, meta } = Papa.parse<Record<string, string>>(plain, {
    header: true,
    delimiter: ',',
    fastMode: false,
    preview: mostRows + 1,
    skipEmptyLines: true,
  })
  if (meta.truncated) return { trouble: tooManyRows }
  const [error] = errors
  if (error) return { trouble: { kind: 'line-damaged', line: (error.row ?? 0) + 2, quoted: error.message } }
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
