import { describe, expect, it } from 'vitest'
import type { CompareCell, CompareRun } from '../../../core/contract/compare/compare-runs'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { measuredSettings } from './measured-settings'

const f16 = defaultKvSettings
const q8 = { ...defaultKvSettings, keyType: 'q8_0' as const, valueType: 'q8_0' as const }
const context = (allocatedBytes: number, contextTokens = 1024) => ({ allocatedBytes, contextTokens, predictedBytes: allocatedBytes })

const runOf = (results: readonly object[]): CompareRun =>
  ({ id: 'r', plan: { variants: [f16, q8] }, imported: [], results: results as readonly CompareCell[] }) as unknown as CompareRun

const speedCell = (variant: number, samplesNs: readonly number[], bytes: number) => ({
  variant,
  part: 'speed',
  item: 0,
  state: 'done',
  task: { kind: 'speed', test: { prompt: 0, generated: 100, depth: 0 } },
  result: { kind: 'speed', samplesNs, itlMs: [2, 1], context: context(bytes) },
})
const turn = (item: number, ttftMs: number, itlMs: readonly number[]) => ({
  variant: 0,
  part: 'latency',
  item,
  state: 'done',
  task: { kind: 'answer', prompt: 'p' },
  result: { kind: 'answer', itlMs, metrics: { ttftMs, tpotMs: 3, itlMs: { p50: 1, p90: 5, p99: 9 } }, context: context(10) },
})

describe('the measured settings of a run', () => {
  it('have the mean and deviation of their repetitions, in tokens per second', () => {
    const [first] = measuredSettings(runOf([speedCell(0, [1e9, 0.5e9], 64)]))
    // 100 and 200 tok/s have a mean of 150 and a deviation of sqrt(2 x 50^2 / 1) = 70.7.
    expect(first?.speeds[0]?.rate.value).toBeCloseTo(150)
    expect(first?.speeds[0]?.rate.error).toBeCloseTo(70.71, 2)
  })
  it('have no deviation after a single measurement', () => {
    expect(measuredSettings(runOf([speedCell(0, [1e9], 64)]))[0]?.speeds[0]?.rate).toEqual({ value: 100, error: null })
  })
  it('take their memory from the test that most settings share', () => {
    const longer = { ...speedCell(0, [1e9], 640), item: 1, result: { ...speedCell(0, [1e9], 640).result, context: context(640, 9999) } }
    const settings = measuredSettings(runOf([longer, speedCell(0, [1e9], 64), speedCell(1, [1e9], 34)]))
    expect(settings.map(({ memory }) => memory?.allocatedBytes)).toEqual([64, 34])
  })
  it('have the gaps between the tokens of their chat turns, or else of their speed tests, in ascending order', () => {
    const [first, second] = measuredSettings(
      runOf([speedCell(0, [1e9], 64), speedCell(1, [1e9], 34), turn(0, 90, [7, 5]), turn(1, 110, [6])]),
    )
    expect(first?.gapsMs).toEqual([5, 6, 7])
    expect(second?.gapsMs).toEqual([1, 2])
    expect(first?.latency?.ttft).toEqual({ value: 100, error: expect.closeTo(14.142, 3), median: 100 })
    expect(first?.latency?.turns).toEqual([
      { ttftMs: 90, itlMs: [7, 5] },
      { ttftMs: 110, itlMs: [6] },
    ])
  })
  it('list failed benchmark cells with the reason, and count the benchmark cells left to measure', () => {
    const failure = { code: 'engine-gone', facts: { reason: 'it was killed' } }
    const failed = { ...speedCell(1, [], 0), state: 'failed', result: null, failure }
    const [first, second] = measuredSettings(runOf([{ ...failed, variant: 0, state: 'waiting', failure: null }, failed]))
    expect(first).toMatchObject({ waiting: 1, failed: [], memory: null, isReference: true })
    expect(second).toMatchObject({ waiting: 0, failed: [{ what: 'tg100', failure }], name: 'q8_0', isReference: false })
  })
})

describe('the rows of an imported file', () => {
  const row = {
    type_k: 'f16',
    type_v: 'f16',
    n_threads: '4',
    n_prompt: '512',
    n_gen: '0',
    n_depth: '0',
    avg_ts: '100.5',
    stddev_ts: '1.25',
  }
  const imported = (rows: readonly Record<string, string>[]) =>
    measuredSettings({ id: 'i', plan: null, imported: rows, results: [] } as unknown as CompareRun)
  it('belong to different settings if they differ in more than their test', () => {
    const settings = imported([row, { ...row, n_prompt: '0', n_gen: '128', avg_ts: '20' }, { ...row, type_k: 'q8_0', n_threads: '8' }])
    expect(settings.map(({ name, speeds }) => [name, speeds.length])).toEqual([
      ['f16 · 4 threads', 2],
      ['q8_0 / f16 · 8 threads', 1],
    ])
    expect(settings[0]?.speeds[0]).toEqual({
      test: { prompt: 512, generated: 0, depth: 0 },
      rate: { value: 100.5, error: 1.25 },
      samples: null,
      isPartial: false,
    })
  })
  it('include memory and quality if Headroom wrote the file', () => {
    const [setting] = imported([
      {
        ...row,
        kv_bytes_allocated: '4096',
        ppl: '5.25',
        ppl_reference: '5.2',
        kld_mean: '0',
        top1_agreement: '1',
        passkey_found: '3',
        passkey_trials: '4',
        itl_p50_ms: '',
      },
    ])
    expect(setting).toMatchObject({
      memory: { allocatedBytes: 4096, plannedBytes: null },
      quality: {
        perplexity: { value: 5.25, error: null },
        referencePerplexity: 5.2,
        divergence: { mean: { value: 0 }, max: null },
        topAgreement: { value: 1 },
      },
      latency: null,
      passkey: { found: 3, trials: 4 },
    })
  })
  it('include tool calls and JSON answers if Headroom wrote the file', () => {
    const calls = { tool_prompts: '48', tool_right: '40', tool_arguments_right: '31' }
    const json = { json_prompts: '42', json_complete: '41', json_valid: '39', json_right: '20', json_grammar_prompts: '42' }
    const [setting] = imported([{ ...row, ...calls, ...json, tool_same_as_reference: '45' }])
    expect(setting?.suite).toEqual({
      toolCalls: { prompts: 48, rightTool: 40, rightArguments: 31, sameCall: 45 },
      schemas: { prompts: 42, complete: 41, valid: 39, right: 20 },
      schemasWithGrammar: null,
    })
    expect(imported([{ ...row, ...calls }])[0]?.suite.toolCalls?.sameCall).toBeNull()
  })
  it('leave out counts that are impossible', () => {
    const calls = { tool_prompts: '48', tool_right: '49', tool_arguments_right: '31' }
    const json = { json_prompts: '-1', json_complete: '-2', json_valid: '-2', json_right: '-2' }
    const [setting] = imported([{ ...row, ...calls, ...json, passkey_found: '5', passkey_trials: '4' }])
    expect(setting).toMatchObject({ passkey: null, suite: { toolCalls: null, schemas: null } })
  })
  it('have no deviation if llama-bench made a single repetition', () => {
    const [setting] = imported([{ ...row, stddev_ts: '0', samples_ns: '[5094527363]' }])
    expect(setting?.speeds).toEqual([
      { test: { prompt: 512, generated: 0, depth: 0 }, rate: { value: 100.5, error: null }, samples: 1, isPartial: false },
    ])
  })
  it('may lack any column', () => {
    expect(imported([{}])).toMatchObject([{ name: 'imported', speeds: [], memory: null }])
  })
})
