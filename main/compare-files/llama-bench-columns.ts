/**
 * Settings that Headroom lacks get llama-bench's defaults. Source: `test::get_fields` and `test::get_values` in
 * tools/llama-bench/llama-bench.cpp, llama.cpp v0.4.0.
 */

import { ratesOf } from '../../core/compare/statistics/compare-rates'
import type { CompareRun } from '../../core/contract/compare/compare-runs'
import type { CompareResultOf, SpeedTest } from '../../core/contract/compare/compare-tasks'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import { meanAndDeviation } from '../../core/stats/percentile'

/** null if not measured. */
export type Field = string | number | null
export type Row = Readonly<Record<string, Field>>

export const llamaBenchColumns = [
  'build_commit',
  'build_number',
  'cpu_info',
  'gpu_info',
  'backends',
  'model_filename',
  'model_type',
  'model_size',
  'model_n_params',
  'n_batch',
  'n_ubatch',
  'n_threads',
  'cpu_mask',
  'cpu_strict',
  'poll',
  'type_k',
  'type_v',
  'n_gpu_layers',
  'n_cpu_moe',
  'split_mode',
  'main_gpu',
  'no_kv_offload',
  'flash_attn',
  'devices',
  'tensor_split',
  'tensor_buft_overrides',
  'load_mode',
  'lazy_mode',
  'embeddings',
  'no_op_offload',
  'no_host',
  'fit_target',
  'fit_min_ctx',
  'n_prompt',
  'n_gen',
  'n_depth',
  'test_time',
  'avg_ns',
  'stddev_ns',
  'avg_ts',
  'stddev_ts',
] as const
type Column = (typeof llamaBenchColumns)[number]

const notSet = {
  cpu_mask: '0x0',
  cpu_strict: 0,
  poll: 50,
  n_cpu_moe: 0,
  split_mode: 'layer',
  main_gpu: 0,
  no_kv_offload: 0,
  devices: 'auto',
  tensor_split: '0.00',
  tensor_buft_overrides: 'none',
  load_mode: 'auto',
  lazy_mode: 'auto',
  embeddings: 0,
  no_op_offload: 0,
  no_host: 0,
  fit_target: 0,
  fit_min_ctx: 0,
} as const satisfies Partial<Record<Column, Field>>

const flashNumbers = { auto: -1, off: 0, on: 1 } as const satisfies Record<KvSettings['flashAttention'], number>
const backendNames = { cpu: 'CPU', cuda: 'CUDA', metal: 'MTL', vulkan: 'Vulkan', fake: 'fake', remote: 'remote' } as const

export const testTime = ({ startedAt }: Pick<CompareRun, 'startedAt'>): string => new Date(startedAt).toISOString().replace(/\.\d+Z$/, 'Z')

export function llamaBenchFields(
  run: CompareRun,
  settings: KvSettings,
  test: SpeedTest | null,
  result: CompareResultOf<'speed'> | null,
  threads: number | null,
): Readonly<Record<Column, Field>> {
  const { engine, machine, model } = run
  const batchTokens = result?.context.batchTokens ?? settings.batchTokens
  return {
    ...notSet,
    build_commit: engine?.release ?? null,
    build_number: 0,
    cpu_info: machine.cpu,
    gpu_info: machine.gpus.join(', '),
    backends: engine ? backendNames[engine.backend] : null,
    model_filename: model.fileName,
    model_type: model.description,
    model_size: model.sizeBytes,
    model_n_params: model.parameters,
    n_batch: batchTokens,
    // node-llama-cpp makes batch and micro-batch equal.
    n_ubatch: batchTokens,
    n_threads: threads,
    type_k: settings.keyType,
    type_v: settings.valueType,
    n_gpu_layers: settings.gpuLayers === 'auto' ? -1 : settings.gpuLayers,
    flash_attn: flashNumbers[settings.flashAttention],
    n_prompt: test?.prompt ?? 0,
    n_gen: test?.generated ?? 0,
    n_depth: test?.depth ?? 0,
    test_time: testTime(run),
    ...speedFields(test, result),
  }
}

function speedFields(test: SpeedTest | null, result: CompareResultOf<'speed'> | null) {
  if (!test || !result || result.samplesNs.length === 0) return { avg_ns: null, stddev_ns: null, avg_ts: null, stddev_ts: null }
  const ns = meanAndDeviation(result.samplesNs)
  const rates = meanAndDeviation(ratesOf(test.prompt + test.generated, result.samplesNs))
  return {
    avg_ns: Math.trunc(ns.mean),
    stddev_ns: Math.trunc(ns.deviation),
    avg_ts: sixDigits(rates.mean),
    stddev_ts: sixDigits(rates.deviation),
  }
}

const sixDigits = (value: number): number => Number(value.toFixed(6))
