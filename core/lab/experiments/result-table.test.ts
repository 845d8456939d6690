import { describe, expect, it } from 'vitest'
import { copy } from '../../copy/copy'
import { runReservations } from './reservations'
import { type ResultTable, resultToCsv, resultToMarkdown, tableOf } from './result-table'

const table: ResultTable = {
  ...tableOf({ name: 'reservations', model: null, seed: 7, rows: [] }, copy.lab.results),
  columns: [
    { key: 'name', label: 'name', unit: null },
    { key: 'size', label: 'size', unit: 'bytes' },
  ],
  rows: [
    { name: 'a "b", c', size: 1.5 },
    { name: 'd', size: null },
  ],
}

describe('the result of an experiment', () => {
  it('depends only on its seed', () => {
    expect(runReservations(3)).toEqual(runReservations(3))
    expect(runReservations(3).rows).not.toEqual(runReservations(4).rows)
  })
  it('becomes CSV with units in the header, and with quotes only where CSV needs them', () => {
    expect(resultToCsv(table)).toBe('name,size (bytes)\r\n"a ""b"", c",1.5\r\nd,\r\n')
    expect(resultToMarkdown(table, '')).toContain('| name | size, bytes |\n| --- | --- |\n| a "b", c | 1.5 |\n| d |  |\n')
  })
  it('shows a tiny difference with two significant digits, and 0 only if there is no difference', () => {
    const rows = [{ size: 0.0000041234 }, { size: 0 }, { size: 2.25294 }]
    expect(resultToMarkdown({ ...table, columns: [{ key: 'size', label: 'size', unit: null }], rows }, '')).toContain(
      '| 0.0000041 |\n| 0 |\n| 2.2529 |\n',
    )
  })
  it('shows an estimate with its error bar, and gives it three columns in CSV', () => {
    const columns = [{ key: 'recall', label: 'recall', unit: '%' }]
    const rows = [{ recall: { value: 20, low: 10.4954, high: 34.7615 } }, { recall: null }]
    expect(resultToMarkdown({ ...table, columns, rows }, '')).toContain('| 20 (10.5 to 34.8) |\n|  |\n')
    expect(resultToCsv({ columns, rows })).toBe('recall (%),recall low (%),recall high (%)\r\n20,10.4954,34.7615\r\n,,\r\n')
    const perplexity = { value: 2.25294, low: 2.20131, high: 2.30456 }
    expect(resultToMarkdown({ ...table, columns, rows: [{ recall: perplexity }] }, '')).toContain('| 2.2529 (2.201 to 2.305) |')
  })
  it('has a column for the ratio asked for only if a ratio was asked for', () => {
    const labels = (askedRatio: number | null) =>
      tableOf({ name: 'policies', model: null, seed: 7, rows: [{ askedRatio }] }, copy.lab.results).columns.map(({ label }) => label)
    expect(labels(0.5)).toContain('compression ratio asked for')
    expect(labels(null)).toEqual(labels(0.5).filter((label) => label !== 'compression ratio asked for'))
  })
  it.each(['eager-or-online', 'policies', 'both-walls'] as const)('says in its notes how many scores real kernels keep (%s)', (name) => {
    const { notes } = tableOf({ name, model: null, seed: 7, rows: [] }, copy.lab.results)
    expect(notes).toContainEqual(expect.stringContaining('FlashAttention-2 keeps a tile of at most 128 × 128 (64.0 KiB)'))
  })
  it('says that the question was seen if a budget was searched by recall', () => {
    const table = tableOf({ name: 'smallest-budget', model: null, seed: 7, rows: [{ measure: 'recall' }] }, copy.lab.results)
    expect(table.rows).toEqual([{ measure: 'recall, question seen' }])
  })
  it('is shown with the column labels, the names and the assumptions of its experiment', () => {
    const reservations = tableOf(runReservations(7), copy.lab.results)
    expect(reservations.columns.map(({ label }) => label)).toContain('requests at once')
    expect(reservations.rows.map(({ reservation }) => reservation)).toEqual(['whole context', 'power of two', 'what it needs', 'blocks'])
    const text = resultToMarkdown(reservations, copy.lab.origin(reservations))
    expect(text).toContain('pool of 65,536 tokens; seed 7.\n')
    expect(text).toMatch(/\n\* .*Their spread is an assumption/)
  })
  it('has notes on the policies in its rows only, including those whose heads share a budget', () => {
    const notesOf = (policy: string) => tableOf({ name: 'policies', model: null, seed: 7, rows: [{ policy }] }, copy.lab.results).notes
    const { h2o, shared } = { h2o: notesOf('h2o').at(-1), shared: notesOf('ada:h2o').at(-1) }
    expect(h2o).toBe('h2o: Query heads that share a KV head are averaged.')
    expect(shared).toBe(
      'ada:h2o: Query heads that share a KV head are averaged. As in the authors’ code, each head’s share is rounded, so a layer with three or more KV heads can exceed its budget by a few cells.',
    )
    expect(notesOf('full').some((note) => note.startsWith('h2o:'))).toBe(false)
  })
})
