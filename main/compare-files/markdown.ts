/** Source: `markdown_printer` in tools/llama-bench/llama-bench.cpp, llama.cpp v0.4.0. */
import { testName } from '../../core/compare/test-name'
import type { Field, Row } from './llama-bench-columns'

interface Column {
  readonly name: string
  readonly width: number
  readonly isText?: boolean
  readonly isShown?: (rows: readonly Row[]) => boolean
  readonly value: (row: Row) => string
}

const number = (field: Field | undefined): number | null => (field === null || field === undefined || field === '' ? null : Number(field))
const fixed = (name: string, digits: number) => (row: Row) => number(row[name])?.toFixed(digits) ?? ''
const plain = (name: string) => (row: Row) => String(row[name] ?? '')
const share = (part: string, whole: string) => (row: Row) => {
  const [found, of] = [number(row[part]), number(row[whole])]
  return found === null || of === null ? '' : `${found}/${of}`
}
/** Several settings of a run with a server have no K and V types to tell them apart. */
const hasServer = (rows: readonly Row[]): boolean => rows.some(({ server_kind }) => Boolean(server_kind))
const mebibytes = (name: string) => (row: Row) => {
  const bytes = number(row[name])
  return bytes === null ? '' : (bytes / 2 ** 20).toFixed(2)
}

const columns: readonly Column[] = [
  { name: 'setting', width: 20, isText: true, value: plain('setting_name'), isShown: hasServer },
  { name: 'server', width: 12, isText: true, value: plain('server_kind') },
  { name: 'model', width: 30, isText: true, value: (row) => plain('model_type')(row) || plain('server_model')(row) },
  { name: 'size', width: 10, value: (row) => (row.server_kind ? '' : sizeText(number(row.model_size) ?? 0)) },
  { name: 'params', width: 10, value: (row) => (row.server_kind ? '' : parametersText(number(row.model_n_params) ?? 0)) },
  { name: 'backend', width: 10, isText: true, value: plain('backends') },
  { name: 'ngl', width: 3, value: (row) => (row.backends === 'CPU' ? '' : plain('n_gpu_layers')(row)) },
  { name: 'threads', width: 7, value: plain('n_threads') },
  { name: 'n_batch', width: 7, value: plain('n_batch') },
  { name: 'type_k', width: 6, value: plain('type_k') },
  { name: 'type_v', width: 6, value: plain('type_v') },
  { name: 'fa', width: 3, value: plain('flash_attn') },
  { name: 'test', width: 15, value: testText },
  { name: 't/s', width: 20, value: rateText },
  { name: 'KV MiB', width: 8, value: mebibytes('kv_bytes_allocated') },
  { name: 'prompt tokens', width: 13, value: fixed('prompt_tokens', 0) },
  { name: 'client pp t/s', width: 13, value: fixed('client_pp_ts', 2) },
  { name: 'client tg t/s', width: 13, value: fixed('client_tg_ts', 2) },
  { name: 'TTFT ms', width: 8, value: fixed('ttft_ms', 1) },
  { name: 'ITL p50 ms', width: 10, value: fixed('itl_p50_ms', 2) },
  { name: 'ITL p99 ms', width: 10, value: fixed('itl_p99_ms', 2) },
  { name: 'PPL', width: 8, value: fixed('ppl', 4) },
  { name: 'KLD mean', width: 10, value: fixed('kld_mean', 6) },
  { name: 'KLD p99', width: 10, value: fixed('kld_p99', 6) },
  { name: 'KLD max', width: 10, value: fixed('kld_max', 6) },
  { name: 'top-1, %', width: 8, value: (row) => percent(number(row.top1_agreement)) },
  { name: 'passkey', width: 8, value: share('passkey_found', 'passkey_trials') },
  { name: 'right tool', width: 10, value: share('tool_right', 'tool_prompts') },
  { name: 'right args', width: 10, value: share('tool_arguments_right', 'tool_prompts') },
  { name: 'same call', width: 9, value: share('tool_same_as_reference', 'tool_prompts') },
  { name: 'valid JSON', width: 10, value: share('json_valid', 'json_prompts') },
  { name: 'with grammar', width: 12, value: share('json_grammar_valid', 'json_grammar_prompts') },
  { name: 'failure', width: 10, isText: true, value: plain('failure') },
]

export function writeMarkdown(rows: readonly Row[]): string {
  const shown = columns.filter(({ value, isShown }) => (isShown?.(rows) ?? true) && rows.some((row) => value(row) !== ''))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const pad = ({ width, isText }: Column, text: string) => (isText ? text.padEnd(width) : text.padStart(width))
  const head = line(shown.map((column) => pad(column, column.name)))
  const rule = line(shown.map(({ width, isText }) => `${'-'.repeat(width - 1)}${isText ? '-' : ':'}`))
  const body = rows.map((row) => line(shown.map((column) => pad(column, inCell(column.value(row))))))
  const builds = [...new Set(rows.map(buildText))].filter(Boolean)
  return `${[head, rule, ...body].join('\n')}\n\n${builds.map((build) => `build: ${build}\n`).join('')}`
}

const inCell = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\s+/g, ' ')

function testText({ n_prompt, n_gen, n_depth }: Row): string {
  const test = { prompt: number(n_prompt) ?? 0, generated: number(n_gen) ?? 0, depth: number(n_depth) ?? 0 }
  return test.prompt + test.generated > 0 ? testName(test) : ''
}

function rateText({ avg_ts, stddev_ts }: Row): string {
  const [mean, deviation] = [number(avg_ts), number(stddev_ts)]
  return mean === null ? '' : `${mean.toFixed(2)} ± ${(deviation ?? 0).toFixed(2)}`
}

const percent = (share: number | null): string => (share === null ? '' : (share * 100).toFixed(2))
const sizeText = (bytes: number): string =>
  bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(2)} MiB` : `${(bytes / 2 ** 30).toFixed(2)} GiB`
const parametersText = (count: number): string => (count < 1e9 ? `${(count / 1e6).toFixed(2)} M` : `${(count / 1e9).toFixed(2)} B`)

const buildText = ({ build_commit, build_number, headroom_version }: Row): string =>
  headroom_version
    ? `Headroom ${headroom_version}, llama.cpp ${build_commit ?? ''}`
    : build_commit
      ? `${build_commit} (${build_number ?? 0})`
      : ''
