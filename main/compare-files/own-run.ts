import type { CompareRun } from '../../core/contract/compare/compare-runs'
import { rowsOf } from './run-rows'

type ImportedRow = CompareRun['imported'][number]

export function runIdOf(rows: readonly ImportedRow[]): string | null {
  const ids = new Set(rows.map((row) => (row.headroom_version === undefined ? undefined : row.run_id)))
  const [id] = ids
  return ids.size === 1 && id !== undefined ? id : null
}

export const fileRowsOf = (run: CompareRun): ImportedRow[] =>
  rowsOf(run).map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([, field]) => field !== null && field !== '')
        .map(([column, field]) => [column, String(field)]),
    ),
  )

export function isExportOf(rows: readonly ImportedRow[], run: CompareRun): boolean {
  const own = fileRowsOf(run)
  return own.length === rows.length && own.every((row, at) => isSameRow(row, rows[at] as ImportedRow))
}

function isSameRow(a: ImportedRow, b: ImportedRow): boolean {
  const columns = Object.keys(a)
  return columns.length === Object.keys(b).length && columns.every((column) => a[column] === b[column])
}
