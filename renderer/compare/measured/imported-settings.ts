/**
 * Groups Headroom's rows by run and setting, and llama-bench's rows by equal setting columns. Finds columns by name, because they change
 * between versions of llama-bench.
 */

import type { CompareRun } from '../../../core/contract/compare/compare-runs'
import { copy } from '../../../core/copy/copy'
import type { MeasuredQuality, MeasuredServer, MeasuredSetting, SpeedPoint } from './measured-setting'

type Row = CompareRun['imported'][number]

/** Columns that define a setting, and how its name shows them. */
const settingColumns: readonly (readonly [column: string, write: (value: string) => string])[] = [
  ['model_type', (value) => value],
  ['model_filename', (value) => value.split(/[/\\]/).at(-1) ?? value],
  ['n_threads', (value) => (value === 'auto' ? names().threads(value) : amount(value, names().threads))],
  ['n_batch', (value) => amount(value, names().batchTokens)],
  ['n_ubatch', (value) => amount(value, names().microBatchTokens)],
  ['flash_attn', (value) => names().flashAttention(flashAttention(value))],
  ['n_gpu_layers', (value) => (value === 'auto' ? names().gpuLayers(value) : amount(value, names().gpuLayers))],
  ['cpu_info', (value) => value],
  ['gpu_info', (value) => value],
  ['build_commit', (value) => names().build(value)],
]

const names = () => copy.compare.settingNames
const amount = (value: string, write: (amount: number) => string): string => (Number.isFinite(Number(value)) ? write(Number(value)) : value)
/** llama-bench writes 1, 0 and -1 for on, off and auto. */
const flashAttention = (value: string) => (value === '1' || value === 'on' ? 'on' : value === '-1' || value === 'auto' ? 'auto' : 'off')

export function importedSettings(run: Pick<CompareRun, 'id' | 'imported'>): readonly MeasuredSetting[] {
  const groups = new Map<string, Row[]>()
  for (const row of run.imported) {
    const key = keyOf(row)
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  const differing = settingColumns.filter(([column]) => new Set(run.imported.map((row) => fieldOf(row, column))).size > 1)
  const isOfSeveralRuns = new Set(run.imported.map(({ run_id }) => run_id)).size > 1
  const memories = memoriesOf(run.imported)
  return [...groups.values()].map((rows, at) => {
    const [first = {}] = rows
    const { type_k: keyType = '', type_v: valueType = '' } = first
    const types = keyType === valueType ? keyType : `${keyType} / ${valueType}`
    const others = differing.map(([column, write]) => (fieldOf(first, column) ? write(fieldOf(first, column)) : '')).filter(Boolean)
    const ownName = first.setting_name && [...(isOfSeveralRuns && first.run_title ? [first.run_title] : []), first.setting_name].join(' · ')
    return {
      id: `${run.id} ${at}`,
      runId: run.id,
      name: ownName || [types || names().imported, ...others].join(' · '),
      isReference: at === 0,
      settings: null,
      server: serverOf(rows),
      memory: memoryOf(rows.filter((row) => memories.has(testOf(row)))),
      speeds: rows.flatMap(speedOf),
      gapsMs: [],
      latency: latencyOf(rows),
      quality: qualityOf(rows),
      passkey: passkeyOf(rows),
      suite: { toolCalls: toolCallsOf(rows), schemas: schemasOf(rows, 'json'), schemasWithGrammar: schemasOf(rows, 'json_grammar') },
      cacheless: null,
      answers: [],
      failed: [],
      waiting: 0,
    }
  })
}

/** With calibrated threads, `n_threads` differs between tests. */
const fieldOf = (row: Row, column: string): string => (column === 'n_threads' ? (row.threads_setting ?? row.n_threads) : row[column]) ?? ''

const keyOf = (row: Row): string =>
  row.run_id !== undefined && row.setting !== undefined
    ? JSON.stringify([row.run_id, row.setting])
    : ['type_k', 'type_v', ...settingColumns.map(([column]) => column)].map((column) => fieldOf(row, column)).join('\n')

const testOf = ({ n_prompt, n_gen, n_depth }: Row): string => [n_prompt, n_gen, n_depth].join(' ')

/** Returns the tests whose memory is comparable, as in core/compare/shared-cell.ts. */
function memoriesOf(rows: readonly Row[]): ReadonlySet<string> {
  const found = new Map<string, { settings: number; contextTokens: number }>()
  for (const row of rows) {
    const contextTokens = numberOf([row], 'context_tokens')
    if (contextTokens !== null) found.set(testOf(row), { settings: (found.get(testOf(row))?.settings ?? 0) + 1, contextTokens })
  }
  const [best] = [...found].sort(([, a], [, b]) => b.settings - a.settings || b.contextTokens - a.contextTokens)
  return new Set(best ? [best[0]] : rows.map(testOf))
}

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
  const samples = samplesIn(row)
  // For a single repetition, files have a deviation of 0, although it is unknown.
  const error = samples === 1 ? null : number('stddev_ts')
  return [{ test, rate: { value: rate, error }, samples, isPartial: false }]
}

/** llama-bench's CSV files lack the samples. */
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
  return {
    allocatedBytes,
    plannedBytes: numberOf([largest], 'kv_bytes_predicted'),
    contextTokens: numberOf([largest], 'context_tokens') ?? numberOf([largest], 'cells'),
  }
}

const alone = (value: number | null, error: number | null = null) => (value === null ? null : { value, error })

function latencyOf(rows: readonly Row[]): MeasuredSetting['latency'] {
  const number = (column: string) => numberOf(rows, column)
  const [p50, p90, p99] = [number('itl_p50_ms'), number('itl_p90_ms'), number('itl_p99_ms')]
  const ttft = alone(number('ttft_ms'), number('ttft_stddev_ms'))
  const tpot = alone(number('tpot_ms'), number('tpot_stddev_ms'))
  const itl = p50 !== null && p90 !== null && p99 !== null ? { p50, p90, p99 } : null
  const client = {
    promptTokens: alone(number('prompt_tokens'), number('prompt_tokens_stddev')),
    cachedTokens: alone(number('cached_tokens'), number('cached_tokens_stddev')),
    promptRate: alone(number('client_pp_ts'), number('client_pp_ts_stddev')),
    outputRate: alone(number('client_tg_ts'), number('client_tg_ts_stddev')),
  }
  return ttft || tpot || itl ? { ttft, itl, tpot, turns: [], client } : null
}

function serverOf([row = {}]: readonly Row[]): MeasuredServer | null {
  const { server_kind: kind, server_version: version = null, server_name: name = null, server_model: model = null } = row
  return kind === undefined ? null : { kind, version, name, model, figures: null }
}

/** Returns null for an impossible count: files can be edited. */
function countOf(rows: readonly Row[], column: string, most = Number.POSITIVE_INFINITY): number | null {
  const count = numberOf(rows, column)
  return count !== null && count >= 0 && count <= most ? count : null
}

function passkeyOf(rows: readonly Row[]): MeasuredSetting['passkey'] {
  const trials = countOf(rows, 'passkey_trials')
  const found = countOf(rows, 'passkey_found', trials ?? 0)
  return found === null || trials === null ? null : { found, trials, byDepth: [] }
}

function toolCallsOf(rows: readonly Row[]): MeasuredSetting['suite']['toolCalls'] {
  const prompts = countOf(rows, 'tool_prompts') ?? 0
  const count = (column: string) => countOf(rows, `tool_${column}`, prompts)
  const [rightTool, rightArguments] = [count('right'), count('arguments_right')]
  if (prompts === 0 || rightTool === null || rightArguments === null) return null
  return { prompts, rightTool, rightArguments, sameCall: count('same_as_reference') }
}

function schemasOf(rows: readonly Row[], prefix: 'json' | 'json_grammar'): MeasuredSetting['suite']['schemas'] {
  const prompts = countOf(rows, `${prefix}_prompts`) ?? 0
  const count = (column: string) => countOf(rows, `${prefix}_${column}`, prompts)
  const [complete, valid, right] = [count('complete'), count('valid'), count('right')]
  return prompts === 0 || complete === null || valid === null || right === null ? null : { prompts, complete, valid, right }
}

function qualityOf(rows: readonly Row[]): MeasuredQuality | null {
  const number = (column: string) => numberOf(rows, column)
  const perplexity = alone(number('ppl'), number('ppl_error'))
  const mean = alone(number('kld_mean'), number('kld_mean_error'))
  const topAgreement = alone(number('top1_agreement'))
  if (!perplexity && !mean && !topAgreement) return null
  const logRatio = number('ln_ppl_ratio')
  const ratio = logRatio === null ? null : Math.exp(logRatio)
  const ratioError = number('ln_ppl_ratio_error')
  return {
    perplexity,
    referencePerplexity: number('ppl_reference'),
    perplexityChange: ratio === null ? null : { value: ratio - 1, error: ratioError === null ? null : ratio * ratioError },
    divergence: mean && { mean, p99: number('kld_p99'), p999: number('kld_p99_9'), max: number('kld_max') },
    topAgreement,
    rmsProbabilityChange: alone(number('rms_delta_p')),
    method: methodOf(rows),
    scoredTokens: number('scored_tokens'),
  }
}

/** Returns null if the file lacks a value. */
function methodOf(rows: readonly Row[]): MeasuredQuality['method'] {
  const [errorBound, fullPositions] = [numberOf(rows, 'kld_method_error'), numberOf(rows, 'kld_full_positions')]
  const logits = rows.find((row) => row.kld_method !== undefined)?.kld_method
  if ((logits !== 'full' && logits !== 'head-and-tail') || errorBound === null || fullPositions === null) return null
  return { logits, fullPositions, headTokens: numberOf(rows, 'kld_head_tokens'), errorBound }
}
