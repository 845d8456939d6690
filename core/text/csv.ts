/** RFC 4180. */
import Papa from 'papaparse'
import { guardedField } from './csv-guard'

export type CsvField = string | number | boolean | null

export function csvOf(header: readonly string[], rows: readonly (readonly CsvField[])[]): string {
  const lines = [header, ...rows].map((row) => row.map((field) => (typeof field === 'string' ? guardedField(field) : field)))
  return `${Papa.unparse(lines, { newline: '\r\n' })}\r\n`
}
