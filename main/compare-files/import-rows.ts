/** The order of columns differs by llama-bench version, so columns are found by name. */
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { compareTitleCharacters } from '../../core/contract/compare/compare-limits'
import type { CompareRun } from '../../core/contract/compare/compare-runs'
import { coded } from '../../core/contract/errors/coded-error'
import type { ImportProblem } from '../../core/contract/errors/compare-reasons'
import { hasMoreValues } from '../../core/text/json-values'
import { readCsv } from './csv'
import { mostColumns, mostFields, mostRows, tooManyColumns, tooManyFields, tooManyRows } from './import-limits'
import { runIdOf } from './own-run'

type ImportedRow = Readonly<Record<string, string>>

const needed = ['n_prompt', 'n_gen', 'avg_ts'] as const
const numbers = ['n_prompt', 'n_gen', 'n_depth', 'avg_ts', 'stddev_ts', 'avg_ns', 'stddev_ns'] as const

export function importedRun(name: string, text: string): CompareRun {
  const refuse = (reason: ImportProblem) => coded('compare-import-refused', { name, reason })
  const read = readRows(text)
  if ('trouble' in read) throw refuse(read.trouble)
  const trouble = troubleWith(read.rows)
  if (trouble) throw refuse(trouble)
  return asRun(name, read.rows)
}

type Rows = { readonly rows: readonly ImportedRow[] } | { readonly trouble: ImportProblem }

function readRows(text: string): Rows {
  const start = text.replace(/^\ufeff/, '').trimStart()
  if (start === '') return { trouble: { kind: 'empty' } }
  if (!/^[[{]/.test(start)) return readCsv(start)
  if (hasMoreValues(start, mostFields)) return { trouble: tooManyFields }
  return start.startsWith('[') ? readJson(start) : readJsonLines(start)
}

function readJson(text: string): Rows {
  const list = parse(text)
  if (!Array.isArray(list)) return { trouble: { kind: 'json-incomplete' } }
  return asRows(list)
}

function readJsonLines(text: string): Rows {
  const list: unknown[] = []
  for (const [at, line] of text.split('\n', mostRows + 2).entries()) {
    if (line.trim() === '') continue
    if (at >= mostRows) return { trouble: tooManyRows }
    const value = parse(line)
    if (value === undefined) return { trouble: { kind: 'line-not-json', line: at + 1 } }
    list.push(value)
  }
  return asRows(list)
}

function asRows(list: readonly unknown[]): Rows {
  if (list.length > mostRows) return { trouble: tooManyRows }
  const odd = list.findIndex((value) => typeof value !== 'object' || value === null || Array.isArray(value))
  if (odd >= 0) return { trouble: { kind: 'not-a-row', entry: odd + 1 } }
  if (list.some((value) => Object.keys(value as object).length > mostColumns)) return { trouble: tooManyColumns }
  try {
    return { rows: list.map((value) => withoutDerived(textRow(value as Record<string, unknown>))) }
  } catch {
    // JSON.stringify overflows the stack at depths that JSON.parse accepts.
    return { trouble: { kind: 'nested-too-deeply' } }
  }
}

/** Booleans become 0 and 1, and lists become JSON, as in CSV. */
function textRow(row: Readonly<Record<string, unknown>>): ImportedRow {
  const text = (value: unknown) =>
    typeof value === 'boolean' ? String(Number(value)) : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const present = Object.entries(row).filter(([, value]) => value !== null && value !== '')
  return Object.fromEntries(present.map(([column, value]) => [column, text(value)]))
}

function withoutDerived(row: ImportedRow): ImportedRow {
  if (row.headroom_version === undefined) return row
  const { samples_ts: _, ...others } = row
  return others
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function troubleWith(rows: readonly ImportedRow[]): ImportProblem | undefined {
  if (rows.length === 0) return { kind: 'no-rows' }
  const speeds = rows.filter((row) => row.headroom_version === undefined || row.avg_ts !== undefined)
  const missing = needed.filter((column) => speeds.some((row) => row[column] === undefined))
  if (missing.length > 0) return { kind: 'columns-missing', columns: missing }
  for (const column of numbers) {
    const row = rows.findIndex((candidate) => candidate[column] !== undefined && !isAmount(candidate[column] as string))
    if (row >= 0) return { kind: 'not-a-number', row: row + 1, column, found: clip(rows[row]?.[column] ?? '') }
  }
  return undefined
}

const isAmount = (text: string): boolean => Number.isFinite(Number(text)) && Number(text) >= 0
const clip = (text: string): string => text.slice(0, 40)

function asRun(name: string, rows: readonly ImportedRow[]): CompareRun {
  const [first = {}] = rows
  const modelName = first.model_name ?? first.model_type ?? first.model_filename ?? ''
  const times = rows.map(({ test_time }) => Date.parse(test_time ?? '')).filter(Number.isFinite)
  const measuredAt = times.length > 0 ? times.reduce((earliest, time) => Math.min(earliest, time)) : Date.now()
  return {
    id: randomUUID(),
    title: ((runIdOf(rows) !== null && first.run_title) || basename(name)).slice(0, compareTitleCharacters),
    kind: 'imported',
    state: 'done',
    startedAt: measuredAt,
    endedAt: measuredAt,
    modelName,
    cells: rows.length,
    done: rows.length,
    failed: 0,
    headroomVersion: first.headroom_version ?? '',
    machine: {
      cpu: first.cpu_info ?? '',
      cores: 0,
      memoryBytes: 0,
      platform: '',
      gpus: first.gpu_info ? [first.gpu_info] : [],
    },
    engine: null,
    model: {
      id: '',
      name: modelName,
      fileName: basename(first.model_filename ?? ''),
      architecture: '',
      description: first.model_type ?? '',
      sizeBytes: amount(first.model_size),
      parameters: amount(first.model_n_params),
      vocabularyTokens: 0,
    },
    plan: null,
    results: [],
    proposals: [],
    imported: [...rows],
  }
}

const amount = (text: string | undefined): number => (text !== undefined && /^\d+$/.test(text) ? Number(text) : 0)
