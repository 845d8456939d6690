import type { Machine } from '../machine'
import { type Amount, isMet, type Ratio, type Row } from './row'

export interface Result {
  readonly machine: Machine
  readonly rounds: number
  readonly busyMeasurements: number
  readonly rows: readonly Row[]
}

const columns = ['what', 'Headroom', 'compared with', 'ratio', 'aim', 'met'] as const

const figure = (value: number): string => value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0)
const amountText = (amount: Amount | null): string => {
  if (!amount) return '–'
  const { mean, deviation, unit, of } = amount
  return `${of ? `${of} ` : ''}${figure(mean)}${deviation === null ? '' : ` ± ${figure(deviation)}`} ${unit}`
}
const ratioText = (ratio: Ratio | null): string =>
  ratio ? `${ratio.median.toFixed(2)} (${ratio.lowest.toFixed(2)} to ${ratio.highest.toFixed(2)})` : '–'

function cells(row: Row): string[] {
  const met = isMet(row)
  return [
    row.what,
    amountText(row.ours),
    amountText(row.theirs),
    ratioText(row.ratio),
    row.aim ? `${row.aim.limit === 'at least' ? '≥' : '≤'} ${row.aim.ratio}` : '–',
    met === null ? '–' : met ? 'yes' : 'no',
  ]
}

export const lineOf = (row: Row): string => [...cells(row), ...(row.note === null ? [] : [row.note])].join('  ')

function heading({ machine, rounds, busyMeasurements }: Result): string[] {
  const gib = (machine.memoryBytes / 2 ** 30).toFixed(0)
  return [
    `${machine.cpu}, ${machine.logicalCores} logical cores, ${gib} GiB, ${machine.system}`,
    `llama.cpp ${machine.llamaCpp}, node-llama-cpp ${machine.nodeLlamaCpp}, node ${machine.node}`,
    `${rounds} rounds, interleaved; ratio: median of the rounds' ratios (lowest to highest); amounts: mean ± deviation`,
    ...(busyMeasurements > 0
      ? [`${busyMeasurements} measurements began while other programs kept the machine busy, so the figures are provisional`]
      : []),
  ]
}

function withNotes(rows: readonly Row[]): { lines: string[][]; notes: string[] } {
  const notes = [...new Set(rows.map((row) => row.note).filter((note) => note !== null))]
  const lines = rows.map((row) => {
    const [what, ...rest] = cells(row) as [string, ...string[]]
    return [row.note === null ? what : `${what} [${notes.indexOf(row.note) + 1}]`, ...rest]
  })
  return { lines, notes: notes.map((note, index) => `[${index + 1}] ${note}`) }
}

export function asText(result: Result): string {
  const { lines, notes } = withNotes(result.rows)
  const all = [[...columns], ...lines]
  const widths = columns.map((_, column) => Math.max(...all.map((line) => (line[column] as string).length)))
  const table = all.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] as number))
      .join('  ')
      .trimEnd(),
  )
  return `${[...heading(result), '', ...table, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n')}\n`
}

export function asMarkdown(result: Result): string {
  const { lines, notes } = withNotes(result.rows)
  const line = (texts: readonly string[]) => `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`
  const table = [line(columns), line(columns.map((_, column) => (column === 0 ? '---' : '---:'))), ...lines.map(line)]
  const list = (texts: readonly string[]) => texts.map((text) => `${text}  `)
  return `${[...list(heading(result)), '', ...table, ...(notes.length > 0 ? ['', ...list(notes)] : [])].join('\n')}\n`
}

export const asJson = (result: Result): string =>
  `${JSON.stringify({ ...result, rows: result.rows.map((row) => ({ ...row, met: isMet(row) })) }, null, 2)}\n`
