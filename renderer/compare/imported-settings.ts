/**
 * Rows of llama-bench as settings, for overlays: rows that differ in nothing but their test are one setting.
 *
 * Columns are found by their names, because llama-bench's set changes between versions; those that Headroom adds to its
 * own exports are read too.
 */
import type { BenchRun } from '../../core/contract/bench-runs'
import type { MeasuredQuality, MeasuredSetting, SpeedPoint } from './measured-setting'

type Row = BenchRun['imported'][number]

/** What a setting is, in llama-bench's columns, with what each is called in a name. */
const settingColumns: readonly (readonly [column: string, write: (value: string) => string])[] = [
  ['model_type', (value) => value],
  ['model_filename', (value) => value.split(/[/\\]/).at(-1) ?? value],
  ['n_threads', (value) => (value === '1' ? '1 thread' : `${value} threads`)],
  ['n_batch', (value) => `batch ${value}`],
  ['n_ubatch', (value) => `micro-batch ${value}`],
  ['flash_attn', (value) => (value === '1' || value === 'on' ? 'FA on' : value === '-1' || value === 'auto' ? 'FA auto' : 'FA off')],
  ['n_gpu_layers', (value) => `${value} GPU layers`],
  ['cpu_info', (value) => value],
  ['gpu_info', (value) => value],
  ['build_commit', (value) => `build ${value}`],
]

export function importedSettings(run: Pick<BenchRun, 'id' | 'imported'>): readonly MeasuredSetting[] {
  const groups = new Map<string, Row[]>()
  for (const row of run.imported) {
    const key = ['type_k', 'type_v', ...settingColumns.map(([column]) => column)].map((column) => row[column] ?? '').join('\n')
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  const differing = settingColumns.filter(([column]) => new Set(run.imported.map((row) => row[column] ?? '')).size > 1)
  return [...groups.values()].map((rows, at) => {
    const [first = {}] = rows
    const { type_k: keyType = '', type_v: valueType = '' } = first
    const types = keyType === valueType ? keyType : `${keyType} / ${valueType}`
    const others = differing.map(([column, write]) => (first[column] ? write(first[column]) : '')).filter(Boolean)
    return {
      id: `${run.id} ${at}`,
      runId: run.id,
      name: [types || 'imported', ...others].join(' · '),
      isReference: at === 0,
      settings: null,
      memory: memoryOf(rows),
      speeds: rows.flatMap(speedOf),
      gapsMs: [],
      latency: latencyOf(rows),
      quality: qualityOf(rows),
      passkey: passkeyOf(rows),
      cacheless: null,
      answers: [],
      failed: [],
      waiting: 0,
    }
  })
}

/** The first row that has a number there. */
function numberOf(rows: readonly Row[], column: string): number | null {
  for (const row of rows) {
    const text = row[column]?.trim()
    if (text && Number.isFinite(Number(text))) return Number(text)
  }
  return null
}

function speedOf(row: Row): readonly SpeedPoint[] {
  const number = (column: string) => numberOf([row], column)
  const rate = number('avg_ts')
  const test = { prompt: number('n_prompt') ?? 0, generated: number('n_gen') ?? 0, depth: number('n_depth') ?? 0 }
  if (rate === null || test.prompt + test.generated === 0) return []
  return [{ test, rate: { value: rate, error: number('stddev_ts') }, samples: samplesIn(row) }]
}

/** JSON has the samples themselves. */
function samplesIn({ samples_ns: text }: Row): number | null {
  try {
    const samples: unknown = JSON.parse(text ?? '')
    return Array.isArray(samples) ? samples.length : null
  } catch {
    return null
  }
}

function memoryOf(rows: readonly Row[]): MeasuredSetting['memory'] {
  const bytesOf = (row: Row) => numberOf([row], 'kv_bytes_allocated')
  const [largest] = [...rows].sort((a, b) => (bytesOf(b) ?? 0) - (bytesOf(a) ?? 0))
  const allocatedBytes = largest ? bytesOf(largest) : null
  if (!largest || allocatedBytes === null) return null
  return { allocatedBytes, plannedBytes: numberOf([largest], 'kv_bytes_predicted'), contextTokens: numberOf([largest], 'cells') }
}

const alone = (value: number | null, error: number | null = null) => (value === null ? null : { value, error })

function latencyOf(rows: readonly Row[]): MeasuredSetting['latency'] {
  const number = (column: string) => numberOf(rows, column)
  const [p50, p90, p99] = [number('itl_p50_ms'), number('itl_p90_ms'), number('itl_p99_ms')]
  const ttft = alone(number('ttft_ms'))
  const tpot = alone(number('tpot_ms'))
  const itl = p50 !== null && p90 !== null && p99 !== null ? { p50, p90, p99 } : null
  return ttft || tpot || itl ? { ttft, itl, tpot, turns: [] } : null
}

function passkeyOf(rows: readonly Row[]): MeasuredSetting['passkey'] {
  const found = numberOf(rows, 'passkey_found')
  const trials = numberOf(rows, 'passkey_trials')
  return found === null || trials === null ? null : { found, trials, byDepth: [] }
}

function qualityOf(rows: readonly Row[]): MeasuredQuality | null {
  const number = (column: string) => numberOf(rows, column)
  const perplexity = alone(number('ppl'), number('ppl_error'))
  const mean = alone(number('kld_mean'), number('kld_mean_error'))
  const topAgreement = alone(number('top1_agreement'))
  if (!perplexity && !mean && !topAgreement) return null
  return {
    perplexity,
    perplexityChange: null,
    divergence: mean && { mean, p99: number('kld_p99'), p999: number('kld_p99_9'), max: number('kld_max') },
    topAgreement,
    rmsProbabilityChange: alone(number('rms_delta_p')),
    method: null,
    scoredTokens: number('scored_tokens'),
  }
}
