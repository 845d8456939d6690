import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { copy } from '../../core/copy/copy'
import { runAttentionShapes } from '../../core/lab/experiments/attention-shapes'
import { runPageSizes } from '../../core/lab/experiments/page-sizes'
import { runPrefixSharing } from '../../core/lab/experiments/prefix-sharing'
import { runReservations } from '../../core/lab/experiments/reservations'
import { resultToCsv, tableOf } from '../../core/lab/experiments/result-table'

const results = [runAttentionShapes(7), runReservations(7), runPageSizes(7, [16, 64]), runPrefixSharing(7)].map((result) =>
  tableOf(result, copy.lab.results),
)

describe.each(results.map((result) => [result.name, result] as const))('%s as CSV', (_, result) => {
  const [head = [], ...rows]: string[][] = parse(resultToCsv(result))

  it('has a header with units, and the same number of fields in each row', () => {
    expect(head).toEqual(result.columns.map(({ label, unit }) => (unit === null ? label : `${label} (${unit})`)))
    expect(rows.map((row) => row.length)).toEqual(result.rows.map(() => head.length))
  })
  it('keeps every digit of every number, and leaves missing numbers empty', () => {
    const cells = result.rows.map((row) => result.columns.map(({ key }) => row[key] ?? null))
    const asWritten = (text: string, cell: unknown) => (text === '' ? null : typeof cell === 'number' ? Number(text) : text)
    expect(rows.map((row, r) => row.map((text, c) => asWritten(text, cells[r]?.[c])))).toEqual(cells)
  })
})

it('the table of an experiment has its title, text, seed and expectation', () => {
  for (const { text, seed, expected, title } of results) {
    expect(seed).toBe(7)
    for (const said of [text, expected, title]) expect(said.length).toBeGreaterThan(10)
  }
})
