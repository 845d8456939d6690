import { ratesOf } from '../../core/compare/statistics/compare-rates'
import type { Field, Row } from './llama-bench-columns'

/** Source: `test::get_field_type` in tools/llama-bench/llama-bench.cpp, llama.cpp v0.4.0. */
const switches = new Set(['cpu_strict', 'no_kv_offload', 'embeddings', 'no_host', 'swa_full', 'flash_attn_in_use', 'special_tokens'])
/** A commit hash can be all digits. */
const texts = new Set([
  'build_commit',
  'cpu_info',
  'gpu_info',
  'backends',
  'type_k',
  'type_v',
  'headroom_version',
  'engine_version',
  'run_id',
  'setting_name',
  'reference_type_k',
  'reference_type_v',
  'kld_method',
  'failure',
  'cpu_mask',
  'tensor_split',
  'devices',
  'test_time',
  'run_title',
  'model_name',
  'model_filename',
  'model_type',
  'server_version',
  'server_name',
  'server_model',
])

export function writeJson(columns: readonly string[], rows: readonly Row[]): string {
  return `${JSON.stringify(
    rows.map((row) => jsonRow(columns, row)),
    null,
    2,
  )}\n`
}

function jsonRow(columns: readonly string[], row: Row): Record<string, unknown> {
  const values = Object.fromEntries(columns.map((column) => [column, jsonValue(column, row[column] ?? null)]))
  const samples = samplesIn(row)
  if (!samples) return values
  const tokens = Number(row.n_prompt) + Number(row.n_gen)
  return { ...values, samples_ns: samples, samples_ts: ratesOf(tokens, samples) }
}

function jsonValue(column: string, field: Field): Field | boolean {
  if (field === null) return null
  if (switches.has(column)) return String(field) === '1' || field === 'true'
  return typeof field === 'string' && !texts.has(column) && isPlainNumber(field) ? Number(field) : field
}

const isPlainNumber = (text: string): boolean => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)

function samplesIn({ samples_ns: samples }: Row): number[] | undefined {
  if (typeof samples !== 'string') return undefined
  try {
    const list: unknown = JSON.parse(samples)
    return Array.isArray(list) && list.every((value) => typeof value === 'number') ? list : undefined
  } catch {
    return undefined
  }
}
