import { copy } from '../../../core/copy/copy'
import { type ExperimentResult, isEstimate, type ResultRow } from '../../../core/lab/experiments/experiment'
import type { QuestionMode } from '../../../core/lab/experiments/policy-measures'

export interface Point {
  readonly x: number
  readonly y: number
  readonly span?: readonly [low: number, high: number]
}
export type ExperimentChart =
  | {
      readonly kind: 'lines'
      readonly xUnit: string
      readonly yUnit: string
      readonly note: string
      readonly lines: readonly { readonly name: string; readonly points: readonly Point[] }[]
    }
  /** See ./policy-curves.ts. */
  | { readonly kind: 'curves' }
  /** See ../walls. */
  | { readonly kind: 'walls' }
  | {
      readonly kind: 'bars'
      readonly unit: string
      readonly note: string
      readonly bars: readonly { readonly name: string; readonly value: number }[]
    }

const number = (row: ResultRow, key: string): number => {
  const cell = row[key]
  return isEstimate(cell) ? cell.value : Number(cell)
}
const spanOf = (row: ResultRow, key: string): Pick<Point, 'span'> => {
  const cell = row[key]
  return isEstimate(cell) ? { span: [cell.low, cell.high] } : {}
}
const text = (row: ResultRow, key: string): string => String(row[key])
const count = (row: ResultRow, key: string): number | null => (row[key] === null ? null : number(row, key))

interface AxisTexts {
  readonly x: string
  readonly y: string
  readonly note: string
}

/** Draws a line for each column in `lines`. */
function columnsOver(
  { rows }: ExperimentResult,
  x: string,
  { x: xUnit, y: yUnit, note, lines }: AxisTexts & { readonly lines: Readonly<Record<string, string>> },
  scale = 1,
): ExperimentChart {
  return {
    kind: 'lines',
    xUnit,
    yUnit,
    note,
    lines: Object.entries(lines).map(([key, name]) => ({
      name,
      points: rows.map((row) => ({ x: number(row, x), y: number(row, key) / scale, ...spanOf(row, key) })),
    })),
  }
}

interface LinesBy {
  readonly by: string
  readonly x: string
  readonly y: string
}

/** Draws a line for each value in the column `by`. */
function linesBy(
  { rows }: ExperimentResult,
  { by, x, y }: LinesBy,
  { x: xUnit, y: yUnit, note }: AxisTexts,
  nameOf: (value: string) => string,
): ExperimentChart {
  return {
    kind: 'lines',
    xUnit,
    yUnit,
    note,
    lines: [...new Set(rows.map((row) => text(row, by)))].map((value) => ({
      name: nameOf(value),
      points: rows.filter((row) => text(row, by) === value).map((row) => ({ x: number(row, x), y: number(row, y), ...spanOf(row, y) })),
    })),
  }
}

function barsOf(
  { rows }: ExperimentResult,
  nameOf: (row: ResultRow) => string,
  y: string,
  { unit, note }: { readonly unit: string; readonly note: string },
  scale = 1,
): ExperimentChart {
  return { kind: 'bars', unit, note, bars: rows.map((row) => ({ name: nameOf(row), value: number(row, y) / scale })) }
}

const kib = 1024

const named = (names: Readonly<Record<string, string>> | undefined, value: string): string => names?.[value] ?? value

export function chartOf(result: ExperimentResult): ExperimentChart {
  const { charts, results } = copy.lab
  switch (result.name) {
    case 'naive-or-cached':
      return columnsOver(result, 'outputTokens', charts['naive-or-cached'])
    case 'grow-or-allocate':
      return columnsOver(result, 'cells', charts['grow-or-allocate'])
    case 'attention-shapes': {
      const texts = charts['attention-shapes']
      return barsOf(result, (row) => texts.bar(text(row, 'attention'), count(row, 'kvHeads')), 'f16Bytes', texts, kib)
    }
    case 'eager-or-online':
      return columnsOver(result, 'promptTokens', charts['eager-or-online'], kib)
    case 'attention-mass':
      return columnsOver(result, 'layer', charts['attention-mass'])
    case 'policies':
      return { kind: 'curves' }
    case 'observation-window': {
      const columns = { by: 'mode', x: 'queries', y: 'needle' }
      return linesBy(result, columns, charts['observation-window'], (mode) => copy.lab.measures.modes[mode as QuestionMode].label)
    }
    case 'kv-types': {
      const texts = charts['kv-types']
      const { names } = results['kv-types'].columns.keyType
      const nameOf = (row: ResultRow) =>
        texts.bar(named(names, text(row, 'keyType')), named(names, text(row, 'valueType')), count(row, 'residualTokens'))
      return barsOf(result, nameOf, 'perplexity', texts)
    }
    case 'reservations': {
      const { names } = results.reservations.columns.reservation
      return barsOf(result, (row) => named(names, text(row, 'reservation')), 'tokens', charts.reservations)
    }
    case 'page-sizes':
      return columnsOver(result, 'blockTokens', charts['page-sizes'])
    case 'compaction-cadence': {
      const { names } = results['compaction-cadence'].columns.compaction
      const columns = { by: 'compaction', x: 'everyTokens', y: 'copiesPerToken' }
      return linesBy(result, columns, charts['compaction-cadence'], (compaction) => named(names, compaction))
    }
    case 'prefix-sharing': {
      const texts = charts['prefix-sharing']
      return linesBy(result, { by: 'poolTokens', x: 'blockTokens', y: 'hitRate' }, texts, (pool) => texts.line(Number(pool)))
    }
    case 'both-walls':
      return { kind: 'walls' }
    case 'smallest-budget': {
      const rows = result.rows.filter(({ budgetTokens }) => budgetTokens !== null)
      return barsOf({ ...result, rows }, (row) => copy.lab.policies.title(text(row, 'policy')), 'budgetTokens', charts['smallest-budget'])
    }
  }
}
