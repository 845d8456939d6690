/** Writes CSV (RFC 4180): comma, CRLF, quotes where needed, decimal point. */
import Papa from 'papaparse'
import { guardedField } from './csv-guard'

export type CsvField = string | number | boolean | null

/** The header, then the rows; null is an empty field. Text that a spreadsheet would read as a formula gets an apostrophe. */
export function csvOf(header: readonly string[], rows: readonly (readonly CsvField[])[]): string {
  const lines = [header, ...rows].map((row) => row.map((field) => (typeof field === 'string' ? guardedField(field) : field)))
  return `${Papa.unparse(lines, { newline: '\r\n' })}\r\n`
}
