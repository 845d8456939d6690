import { csvOf } from '../../text/csv'

export interface Column<Row> {
  readonly key: keyof Row & string
  readonly label: string
  /** null for names and plain counts. */
  readonly unit: string | null
}

export interface Experiment<Row> {
  readonly name: ExperimentName
  readonly title: string
  /** What the rows should look like, and why, so that a reader can tell a result from an accident. */
  readonly expected: string
  readonly columns: readonly Column<Row>[]
}

export const experimentNames = [
  'naive-or-cached',
  'grow-or-allocate',
  'attention-shapes',
  'eager-or-online',
  'policies',
  'kv-types',
  'reservations',
  'page-sizes',
  'compaction-cadence',
  'prefix-sharing',
] as const
export type ExperimentName = (typeof experimentNames)[number]

export type ResultCell = string | number | boolean | null
export type ResultRow = Readonly<Record<string, ResultCell>>

export interface ExperimentResult {
  readonly name: ExperimentName
  readonly title: string
  readonly expected: string
  /** null if no model ran. */
  readonly model: string | null
  readonly text: string
  readonly seed: number
  /** Assumptions, and where the Lab differs from a source. */
  readonly notes: readonly string[]
  readonly columns: readonly { readonly key: string; readonly label: string; readonly unit: string | null }[]
  readonly rows: readonly ResultRow[]
}

export interface Origin {
  readonly model: string | null
  readonly text: string
  readonly seed: number
}

export const resultOf = <Row extends object>(
  { name, title, expected, columns }: Experiment<Row>,
  origin: Origin,
  rows: readonly Row[],
  notes: readonly string[] = [],
): ExperimentResult => ({
  name,
  title,
  expected,
  ...origin,
  notes,
  columns,
  rows: rows.map((row) => Object.fromEntries(columns.map(({ key }) => [key, row[key] as ResultCell]))),
})

/** RFC 4180: CRLF, quotes where needed. */
export function resultToCsv({ columns, rows }: ExperimentResult): string {
  const head = columns.map(({ label, unit }) => (unit === null ? label : `${label} (${unit})`))
  return csvOf(
    head,
    rows.map((row) => columns.map(({ key }) => row[key] ?? null)),
  )
}

export function resultToMarkdown(result: ExperimentResult): string {
  const { title, model, text, seed, expected, notes, columns, rows } = result
  const head = columns.map(({ label, unit }) => (unit === null ? label : `${label}, ${unit}`))
  const lines = [head, columns.map(() => '---'), ...rows.map((row) => columns.map(({ key }) => shown(row[key] ?? null)))]
  const origin = [model, text, `seed ${seed}`].filter((part) => part !== null).join('; ')
  return `## ${title}\n\n${origin}.\n\n${lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')}\n${expected}\n${notes.length > 0 ? `\n${notes.map((note) => `* ${note}\n`).join('')}` : ''}`
}
function shown(cell: ResultCell): string {
  if (typeof cell !== 'number' || Number.isInteger(cell)) return cell === null ? '' : String(cell)
  // A difference of a millionth must not become 0.
  return String(Number(Math.abs(cell) < 0.001 ? cell.toPrecision(2) : cell.toFixed(4)))
}
