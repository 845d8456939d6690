import { describe, expect, it } from 'vitest'
import { waitingCell } from '../../core/compare/plan-cells'
import type { ContextReport } from '../../core/contract/cache/cache'
import type { CompareCell, CompareRun } from '../../core/contract/compare/compare-runs'
import type { CompareResult, SpeedTest } from '../../core/contract/compare/compare-tasks'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import { kvTypes } from '../../core/contract/settings/kv-types'
import { type Random, seededRandom } from '../../core/stats/seeded-random'
import { exportRuns } from './export-runs'
import { importedRun } from './import-rows'
import { fileRowsOf, isExportOf, runIdOf } from './own-run'

const odd = [
  '=1+1',
  "'=x",
  '-5',
  '007',
  '1e3',
  'true',
  '',
  ' ',
  'a,b;"c"',
  'two\nlines',
  'cr\r\nlf',
  '\ttab',
  '｛ "json": 1 }',
  '[1]',
  '🦊 größer',
  'null',
  '\u202eabc',
]
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
const text = (random: Random): string => (random() < 0.5 ? pick(random, odd) : `${pick(random, odd)}${pick(random, odd)}`)
const number = (random: Random): number => random() * 10 ** Math.floor(random() * 12 - 6)

function contextOf(random: Random, settings: KvSettings, contextTokens: number): ContextReport {
  const [keyBytes, valueBytes] = [Math.floor(random() * 1e6), Math.floor(random() * 1e6)]
  return {
    contextTokens,
    trainedTokens: 2048,
    sequences: 1,
    batchTokens: settings.batchTokens,
    keyType: settings.keyType,
    valueType: settings.valueType,
    flashAttention: random() < 0.5,
    swaFullCache: settings.swaFullCache,
    caches: [{ kind: 'full', cells: contextTokens, layers: 6, streams: 1, keyBytes, valueBytes, exact: true }],
    allocatedBytes: keyBytes + valueBytes,
    predictedBytes: random() < 0.3 ? null : keyBytes + valueBytes,
    comparison: [],
    contextBytes: { ram: keyBytes + valueBytes + 1e6, vram: 0 },
    threads: { chosen: 2, cores: 2, measured: [] },
  }
}

function qualityOf(random: Random, on: { context: ContextReport; threads: number }): CompareResult {
  const estimate = () => ({ value: number(random), error: number(random) })
  const isFull = random() < 0.5
  return {
    kind: 'quality',
    ...on,
    textTokens: 4096,
    chunks: 8,
    scoredTokens: 2040,
    perplexity: estimate(),
    referencePerplexity: estimate(),
    logPerplexityRatio: estimate(),
    divergence: {
      mean: number(random),
      median: number(random),
      p90: number(random),
      p99: number(random),
      p999: number(random),
      max: number(random),
    },
    meanDivergence: estimate(),
    topAgreement: estimate(),
    rmsProbabilityChange: estimate(),
    tokensPerSecond: 4000,
    method: { logits: isFull ? 'full' : 'head-and-tail', fullPositions: 2040, headTokens: isFull ? null : 128, errorBound: number(random) },
  }
}

function suiteCells(random: Random, settings: KvSettings, variant: number): CompareCell[] {
  const on = { context: contextOf(random, settings, 1024), threads: 2 }
  const isTrue = () => random() < 0.5
  const calls = Array.from({ length: 8 }, (_, at) => {
    const rightTool = isTrue()
    const call = rightTool || isTrue() ? { name: 'get_time', arguments: `{"city":${JSON.stringify(text(random))}}` } : null
    return { prompt: `prompt ${at}`, call, rightTool, rightArguments: rightTool && isTrue() }
  })
  const json = Array.from({ length: 6 }, (_, at) => {
    const complete = isTrue()
    return { prompt: `prompt ${at}`, complete, valid: complete && isTrue(), right: false }
  })
  return [
    {
      ...waitingCell({ index: 0, variant, part: 'toolCalls', item: 0, task: { kind: 'tool-calls', settings, prompts: 8, seed: 1 } }),
      state: 'done',
      result: { kind: 'tool-calls', ...on, answers: calls },
    },
    ...[false, true].map(
      (withGrammar, item): CompareCell => ({
        ...waitingCell({ index: 0, variant, part: 'schemas', item, task: { kind: 'schemas', settings, prompts: 6, seed: 1, withGrammar } }),
        state: 'done',
        result: { kind: 'schemas', ...on, withGrammar, answers: json },
      }),
    ),
  ]
}

function madeRun(seed: number): CompareRun {
  const random = seededRandom(seed)
  const variants = Array.from(
    { length: 1 + Math.floor(random() * 3) },
    (): KvSettings => ({
      ...defaultKvSettings,
      keyType: pick(random, kvTypes),
      valueType: pick(random, kvTypes),
      threads: random() < 0.5 ? 'auto' : 1 + Math.floor(random() * 8),
      batchTokens: pick(random, [256, 512]),
      swaFullCache: random() < 0.5,
    }),
  )
  const tests: SpeedTest[] = [
    { prompt: 512, generated: 0, depth: 0 },
    { prompt: 0, generated: 128, depth: 0 },
    { prompt: 64, generated: 16, depth: 4096 },
  ].slice(0, Math.floor(random() * 4))
  const results: CompareCell[] = variants.flatMap((settings, variant) => {
    const speeds = tests.map((test, item): CompareCell => {
      const samplesNs = Array.from({ length: 1 + Math.floor(random() * 4) }, () => 1 + random() * 1e9)
      const threads = settings.threads === 'auto' ? 1 + item : settings.threads
      const cell = waitingCell({
        index: 0,
        variant,
        part: 'speed',
        item,
        task: { kind: 'speed', settings, test, repetitions: 4, warmUp: true },
      })
      if (random() < 0.2)
        return { ...cell, state: 'failed', failure: { code: 'engine-gone', facts: { reason: { kind: 'error', quoted: text(random) } } } }
      const context = contextOf(random, settings, test.prompt + test.generated + test.depth)
      return { ...cell, state: 'done', result: { kind: 'speed', context, threads, samplesNs, itlMs: [1, 2, number(random)] } }
    })
    const quality: CompareCell = {
      ...waitingCell({
        index: 0,
        variant,
        part: 'quality',
        item: 0,
        task: { kind: 'quality', reference: variants[0] as KvSettings, settings, text: '', chunkTokens: 512, maxChunks: null },
      }),
      state: 'done',
      result: qualityOf(random, { context: contextOf(random, settings, 8192), threads: 2 }),
    }
    return [...speeds, ...(random() < 0.7 ? [quality] : []), ...(random() < 0.5 ? suiteCells(random, settings, variant) : [])]
  })
  const cells = results.map((cell, index) => ({ ...cell, index }))
  return {
    id: `run-${seed}`,
    title: text(random),
    kind: 'compare',
    state: 'done',
    startedAt: Date.UTC(2026, 0, 2, 3, 4, seed % 60),
    endedAt: 0,
    modelName: 'm',
    cells: cells.length,
    done: cells.length,
    failed: 0,
    headroomVersion: pick(random, ['0.1.0', '1.0', '2']),
    machine: { cpu: text(random), cores: 2, memoryBytes: 1, platform: 'linux x64', gpus: random() < 0.5 ? [] : [text(random)] },
    engine:
      random() < 0.2
        ? null
        : {
            engine: 'node-llama-cpp 3.21.1',
            release: pick(random, ['v0.4.0', '4', text(random)]),
            backend: 'cpu',
            devices: [],
            vram: null,
            cores: 2,
            pid: 1,
          },
    model: {
      id: 'm',
      name: text(random),
      fileName: `${text(random)}.gguf`,
      architecture: 'llama',
      description: text(random),
      sizeBytes: Math.floor(random() * 2 ** 50),
      parameters: Math.floor(random() * 1e12),
      vocabularyTokens: 2560,
    },
    plan: {
      modelId: 'm',
      title: '',
      variants,
      speed: tests.length > 0 ? { tests, repetitions: 4, warmUp: true } : null,
      latency: null,
      quality: null,
      passkey: null,
      answers: null,
      cacheless: null,
    },
    results: cells,
    proposals: [],
    imported: [],
  }
}

describe.each(['csv', 'json'] as const)('a run that is exported as %s and imported', (format) => {
  it('keeps its rows, each with its run and setting', () => {
    let runs = 0
    for (let seed = 0; seed < 300; seed++) {
      const run = madeRun(seed)
      if (fileRowsOf(run).length === 0) continue
      runs++
      const back = importedRun('file', exportRuns([run], format).text)
      expect(back.imported, `seed ${seed}`).toEqual(fileRowsOf(run))
      expect(isExportOf(back.imported, run)).toBe(true)
      expect(runIdOf(back.imported)).toBe(run.id)
      expect(back).toMatchObject({ startedAt: run.startedAt, headroomVersion: run.headroomVersion, title: run.title || 'file' })
      expect(new Set(back.imported.map(({ setting }) => setting)).size).toBe(new Set(run.results.map(({ variant }) => variant)).size)
      expect(importedRun('file', exportRuns([back], format).text).imported).toEqual(back.imported)
    }
    expect(runs).toBeGreaterThan(200)
  })
  it('is not confused with a changed run or with two runs in one file', () => {
    const run = madeRun(1)
    const rows = importedRun('file', exportRuns([run], format).text).imported
    expect(isExportOf(rows, { ...run, title: 'another' })).toBe(false)
    expect(runIdOf(importedRun('file', exportRuns([run, madeRun(2)], format).text).imported)).toBeNull()
  })
})
