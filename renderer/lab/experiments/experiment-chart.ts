/** The chart of each experiment: lines over an axis, or one bar per row. */
import type { ExperimentName, ExperimentResult, ResultRow } from '../../../core/lab/experiments/experiment'
import { formatCount } from '../../../core/text/amounts'

export interface Point {
  readonly x: number
  readonly y: number
}
export type ExperimentChart =
  | {
      readonly kind: 'lines'
      readonly xUnit: string
      readonly yUnit: string
      readonly note: string
      readonly lines: readonly { readonly name: string; readonly points: readonly Point[] }[]
    }
  | {
      readonly kind: 'bars'
      readonly unit: string
      readonly note: string
      readonly bars: readonly {
        readonly name: string
        readonly value: number /** Smallest and largest of several values; null: one value. */
        readonly span: readonly [number, number] | null
      }[]
    }

type ChartOf = (result: ExperimentResult) => ExperimentChart

const number = (row: ResultRow, key: string): number => Number(row[key])
const text = (row: ResultRow, key: string): string => String(row[key])

/** Several columns over another, one line each. */
const columnsOver =
  (
    x: string,
    columns: readonly (readonly [key: string, name: string])[],
    units: readonly [string, string],
    note: string,
    scale = 1,
  ): ChartOf =>
  ({ rows }) => ({
    kind: 'lines',
    xUnit: units[0],
    yUnit: units[1],
    note,
    lines: columns.map(([key, name]) => ({ name, points: rows.map((row) => ({ x: number(row, x), y: number(row, key) / scale })) })),
  })

/** One column over another, one line per value of a third. */
const linesBy =
  (by: string, x: string, y: string, units: readonly [string, string], note: string, nameOf = (value: string) => value): ChartOf =>
  ({ rows }) => ({
    kind: 'lines',
    xUnit: units[0],
    yUnit: units[1],
    note,
    lines: [...new Set(rows.map((row) => text(row, by)))].map((value) => ({
      name: nameOf(value),
      points: rows.filter((row) => text(row, by) === value).map((row) => ({ x: number(row, x), y: number(row, y) })),
    })),
  })

const barsOf =
  (nameOf: (row: ResultRow) => string, y: string, unit: string, note: string, scale = 1): ChartOf =>
  ({ rows }) => ({
    kind: 'bars',
    unit,
    note,
    bars: rows.map((row) => ({ name: nameOf(row), value: number(row, y) / scale, span: null })),
  })

const kib = 1024

const charts: Readonly<Record<ExperimentName, ChartOf>> = {
  'naive-or-cached': columnsOver(
    'outputTokens',
    [
      ['naiveMs', 'without a cache'],
      ['cachedMs', 'with a cache'],
    ],
    ['tokens', 'ms'],
    'Time for the whole answer in ms, by its length in tokens. Each is measured once.',
  ),
  'grow-or-allocate': columnsOver(
    'cells',
    [
      ['grownMs', 'grown by concatenation'],
      ['allocatedMs', 'pre-allocated'],
    ],
    ['cells', 'ms'],
    'Time of 1,000 inserts in ms, by the cells that are there.',
  ),
  'attention-shapes': barsOf(
    (row) =>
      row.kvHeads === null
        ? text(row, 'attention')
        : `${text(row, 'attention')}, ${text(row, 'kvHeads')} KV head${row.kvHeads === 1 ? '' : 's'}`,
    'f16Bytes',
    'KiB',
    'One token of all layers in KiB, f16.',
    kib,
  ),
  'eager-or-online': columnsOver(
    'promptTokens',
    [
      ['eagerBytes', 'all at once'],
      ['onlineBytes', 'tile by tile'],
    ],
    ['tokens', 'KiB'],
    'Scores of one head that are alive at the same time, in KiB, by the length of the prompt in tokens.',
    kib,
  ),
  policies: policyBars,
  'kv-types': barsOf(
    (row) => `K ${text(row, 'keyType')}, V ${text(row, 'valueType')}`,
    'perplexity',
    '',
    'Perplexity of the texts: lower is better.',
  ),
  reservations: barsOf((row) => text(row, 'reservation'), 'tokens', '%', 'Share of the memory that holds a token, in %.'),
  'page-sizes': columnsOver(
    'blockTokens',
    [['fragmentation', 'internal fragmentation']],
    ['tokens', '%'],
    'Share of the slots in use that hold no token, in %, by the size of a block in tokens.',
  ),
  'compaction-cadence': linesBy(
    'compaction',
    'everyTokens',
    'copiesPerToken',
    ['tokens', 'copies'],
    'Slots that are copied per decoded token, by how many tokens lie between two passes.',
  ),
  'prefix-sharing': linesBy(
    'poolTokens',
    'blockTokens',
    'hitRate',
    ['tokens', '%'],
    'Share of all prompt tokens that were in the cache already, in %, by the size of a block in tokens.',
    (pool) => `pool of ${formatCount(Number(pool))} tokens`,
  ),
}

/** A dot at the middle budget, with a range to the smallest and largest. */
function policyBars({ rows }: ExperimentResult): ExperimentChart {
  const names = [...new Set(rows.map((row) => text(row, 'policy')))]
  return {
    kind: 'bars',
    unit: '',
    note: 'Perplexity of the texts at the middle budget: lower is better. Arms: at the smallest and at the largest budget.',
    bars: names.map((name) => {
      const values = rows.filter((row) => row.policy === name).map((row) => number(row, 'perplexity'))
      const middle = values[Math.floor(values.length / 2)] ?? 0
      return { name, value: middle, span: values.length > 1 ? [Math.min(...values), Math.max(...values)] : null }
    }),
  }
}

export const chartOf = (result: ExperimentResult): ExperimentChart => charts[result.name](result)
