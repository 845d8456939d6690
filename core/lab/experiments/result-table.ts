import { csvOf } from '../../text/csv'
import {
  type ColumnOf,
  type ExperimentName,
  type ExperimentResult,
  experimentColumns,
  isEstimate,
  optionalColumns,
  type ResultCell,
  type ResultRow,
} from './experiment'

export interface ColumnWords {
  readonly label: string
  /** null for names and plain counts. */
  readonly unit: string | null
  /** Labels of the names in the cells. A name without a label is shown unchanged. */
  readonly names?: Readonly<Record<string, string>>
}

/** Texts with numbers are functions, because numbers depend on the user's language. */
export interface ResultWords<Name extends ExperimentName = ExperimentName> {
  readonly title: string
  /** What the rows should look like, and why. */
  readonly expected: () => string
  readonly text: () => string
  /** Assumptions, and where the Lab differs from a source. */
  readonly notes: (rows: readonly ResultRow[]) => readonly string[]
  readonly columns: { readonly [Column in ColumnOf<Name>]: ColumnWords }
}

export interface ResultTable {
  readonly name: ExperimentName
  readonly title: string
  readonly expected: string
  readonly model: string | null
  readonly text: string
  readonly seed: number
  readonly notes: readonly string[]
  readonly columns: readonly { readonly key: string; readonly label: string; readonly unit: string | null }[]
  readonly rows: readonly Readonly<Record<string, ResultCell>>[]
}

export function tableOf(
  { name, model, seed, rows }: ExperimentResult,
  words: { readonly [Name in ExperimentName]: ResultWords<Name> },
): ResultTable {
  const { title, expected, text, notes, columns } = words[name]
  const wordsOf = (key: string) => (columns as Readonly<Record<string, ColumnWords>>)[key]
  const named = (key: string, cell: ResultCell) => (typeof cell === 'string' ? (wordsOf(key)?.names?.[cell] ?? cell) : cell)
  return {
    name,
    title,
    expected: expected(),
    model,
    text: text(),
    seed,
    notes: notes(rows),
    columns: experimentColumns[name]
      .filter((key) => !optionalColumns.has(key) || rows.some((row) => row[key] != null))
      .map((key) => ({ key, label: wordsOf(key)?.label ?? key, unit: wordsOf(key)?.unit ?? null })),
    rows: rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, named(key, cell)]))),
  }
}

type CsvTable = Pick<ResultTable, 'columns' | 'rows'>

/** An estimate has three columns: value, low, high. */
export function resultToCsv({ columns, rows }: CsvTable): string {
  const written = columns.flatMap(({ key, label, unit }) => {
    const name = (part: string) => (unit === null ? `${label}${part}` : `${label}${part} (${unit})`)
    const cell = (row: (typeof rows)[number]) => row[key] ?? null
    if (!rows.some((row) => isEstimate(row[key]))) return [{ name: name(''), of: (row: (typeof rows)[number]) => plain(cell(row)) }]
    return (['value', 'low', 'high'] as const).map((part) => ({
      name: name(part === 'value' ? '' : ` ${part}`),
      of: (row: (typeof rows)[number]) => partOf(cell(row), part),
    }))
  })
  return csvOf(
    written.map(({ name }) => name),
    rows.map((row) => written.map(({ of }) => of(row))),
  )
}

const plain = (cell: ResultCell) => (isEstimate(cell) ? cell.value : cell)
function partOf(cell: ResultCell, part: 'value' | 'low' | 'high') {
  if (isEstimate(cell)) return cell[part]
  return part === 'value' ? cell : null
}

/** Numbers have up to 4 decimal places, and 2 significant digits below 0.001. */
export function resultToMarkdown({ title, expected, notes, columns, rows }: ResultTable, origin: string): string {
  const head = columns.map(({ label, unit }) => (unit === null ? label : `${label}, ${unit}`))
  const lines = [head, columns.map(() => '---'), ...rows.map((row) => columns.map(({ key }) => shown(row[key] ?? null)))]
  return `## ${title}\n\n${origin}\n\n${lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')}\n${expected}\n${notes.length > 0 ? `\n${notes.map((note) => `* ${note}\n`).join('')}` : ''}`
}
function shown(cell: ResultCell): string {
  if (isEstimate(cell)) return `${shown(cell.value)} (${rounded(cell.low)} to ${rounded(cell.high)})`
  if (typeof cell !== 'number' || Number.isInteger(cell)) return cell === null ? '' : String(cell)
  // A tiny difference must not become 0.
  return String(Number(Math.abs(cell) < 0.001 ? cell.toPrecision(2) : cell.toFixed(4)))
}

const rounded = (limit: number): string => shown(Number(limit.toFixed(limit < 10 ? 3 : 1)))
