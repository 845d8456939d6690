import { cellsOf } from '../../core/compare/plan-cells'
import type { AccuracyGate, CompareCell, ComparePlan, CompareRun, TypeSearch } from '../../core/contract/compare/compare-runs'
import type { CompareResultOf, CompareTask, CompareTaskOf } from '../../core/contract/compare/compare-tasks'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import type { KvType } from '../../core/contract/settings/kv-types'
import { context, run } from './facts'

const mebibyte = 2 ** 20
const kv = (keyType: KvType, valueType: KvType = keyType): KvSettings => ({ ...defaultKvSettings, keyType, valueType })
/** Invented figures: memory in MiB, tokens per second, nats. */
const figures: Partial<Record<KvType, { readonly memory: number; readonly rate: number; readonly nats: number }>> = {
  f16: { memory: 48, rate: 81, nats: 0 },
  q8_0: { memory: 25.5, rate: 78, nats: 0.0009 },
  q4_0: { memory: 13.5, rate: 74, nats: 0.041 },
}

function resultOf(task: CompareTask): CompareCell['result'] {
  if (task.kind === 'server') return null
  const { memory, rate, nats } = figures[task.settings.keyType] ?? { memory: 48, rate: 81, nats: 0 }
  const measured = { context: { ...context, allocatedBytes: memory * mebibyte, predictedBytes: memory * mebibyte }, threads: 4 }
  if (task.kind === 'speed') {
    const tokens = task.test.prompt + task.test.generated
    const nanoseconds = (tokens * 1e9) / (rate * (task.test.prompt > 0 ? 10 : 1))
    return { kind: 'speed', ...measured, samplesNs: [nanoseconds, nanoseconds * 1.002, nanoseconds * 0.998], itlMs: [] }
  }
  if (task.kind === 'tool-calls' || task.kind === 'schemas') return suiteResultOf(task, measured)
  if (task.kind !== 'quality') return null
  const sure = (value: number, error = 0) => ({ value, error })
  const result: CompareResultOf<'quality'> = {
    kind: 'quality',
    ...measured,
    textTokens: 4096,
    chunks: 4,
    scoredTokens: 1020,
    perplexity: sure(9.1 * Math.exp(nats), 0.2),
    referencePerplexity: sure(9.1, 0.2),
    logPerplexityRatio: sure(nats, nats / 10),
    divergence: { mean: nats, median: nats / 2, p90: nats * 2, p99: nats * 4, p999: nats * 8, max: nats * 16 },
    meanDivergence: sure(nats, nats / 10),
    topAgreement: sure(nats === 0 ? 1 : 1 - nats * 4, 0.002),
    rmsProbabilityChange: sure(nats),
    tokensPerSecond: 900,
    method: { logits: 'full', fullPositions: 1020, headTokens: null, errorBound: 0 },
  }
  return result
}

/** Invented: q4_0 makes every fourth call wrong. */
function suiteResultOf(
  task: CompareTaskOf<'tool-calls'> | CompareTaskOf<'schemas'>,
  measured: Pick<CompareResultOf<'tool-calls'>, 'context' | 'threads'>,
): CompareCell['result'] {
  const isRight = (at: number) => task.settings.keyType !== 'q4_0' || at % 4 > 0
  const prompts = Array.from({ length: task.prompts }, (_, at) => ({ prompt: `prompt ${at}`, right: isRight(at) }))
  if (task.kind === 'schemas') {
    const { withGrammar } = task
    const answers = prompts.map((answer) => ({ ...answer, complete: true, valid: withGrammar || answer.right }))
    return { kind: 'schemas', ...measured, withGrammar, answers }
  }
  const answers = prompts.map(({ prompt, right }) => ({
    prompt,
    call: { name: 'get_time', arguments: right ? '{"city":"Oslo"}' : '{}' },
    rightTool: true,
    rightArguments: right,
  }))
  return { kind: 'tool-calls', ...measured, answers }
}

const plan = (gate: AccuracyGate | null): ComparePlan => ({
  modelId: 'qwen',
  title: '',
  variants: [kv('f16'), kv('q8_0'), kv('q4_0')],
  speed: {
    tests: [
      { prompt: 256, generated: 0, depth: 0 },
      { prompt: 0, generated: 32, depth: 0 },
    ],
    repetitions: 3,
    warmUp: true,
  },
  latency: null,
  quality: { text: { source: 'bundled', name: 'story' }, chunkTokens: 512, maxChunks: 4 },
  passkey: null,
  answers: null,
  cacheless: null,
  gate,
})

export function measuredRun(gate: AccuracyGate | null = null, parts: Partial<ComparePlan> = {}): CompareRun {
  const measured = { ...plan(gate), ...parts }
  return {
    ...run(),
    headroomVersion: '0.1.0',
    machine: { cpu: 'AMD Ryzen 7', cores: 8, memoryBytes: 16 * 1024 * mebibyte, platform: 'linux x64', gpus: [] },
    engine: null,
    model: {
      id: 'qwen',
      name: 'Qwen2.5 0.5B Instruct',
      fileName: 'qwen.gguf',
      architecture: 'qwen2',
      description: 'qwen2 1B Q4_K - Medium',
      sizeBytes: 380 * mebibyte,
      parameters: 494_000_000,
      vocabularyTokens: 151_936,
    },
    plan: measured,
    results: cellsOf(measured).map((cell) => ({ ...cell, state: 'done', result: resultOf(cell.task) })),
    proposals: [],
    imported: [],
  }
}

export const typeSearch = (change: Partial<TypeSearch> = {}): TypeSearch => ({
  runId: 'r',
  at: Date.UTC(2026, 0, 15, 12),
  isCurrent: true,
  limits: { maxNats: 0.011, maxRecallLoss: 0.1 },
  reference: kv('f16'),
  referenceBytes: 48 * mebibyte,
  cheapest: { settings: kv('q8_0', 'q5_1'), cacheBytes: 22 * mebibyte },
  isUnclear: false,
  measured: 11,
  ...change,
})
