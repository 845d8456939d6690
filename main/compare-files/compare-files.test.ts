import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { waitingCell } from '../../core/compare/plan-cells'
import type { ContextReport } from '../../core/contract/cache/cache'
import type { CompareCell, CompareRun } from '../../core/contract/compare/compare-runs'
import type { CompareResult } from '../../core/contract/compare/compare-tasks'
import { failureOf } from '../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import { describeFailure } from '../../core/copy/failures'
import { exportRuns } from './export-runs'
import { importedRun } from './import-rows'

/** From `llama-bench -p 16 -n 8 -d 0,32 -r 2 -t 1` of llama.cpp v0.4.0. */
const fixture = (ending: 'csv' | 'json' | 'jsonl') => readFileSync(new URL(`./fixtures/llama-bench.${ending}`, import.meta.url), 'utf8')
/** A parser that shares no code with Headroom's. */
const standardReader = (text: string) => parse(text, { columns: true }) as Record<string, string>[]

const context: ContextReport = {
  contextTokens: 256,
  trainedTokens: 2048,
  sequences: 1,
  batchTokens: 512,
  keyType: 'q8_0',
  valueType: 'q8_0',
  flashAttention: true,
  swaFullCache: false,
  caches: [{ kind: 'full', cells: 256, layers: 6, streams: 1, keyBytes: 208_896, valueBytes: 208_896, exact: true }],
  allocatedBytes: 417_792,
  predictedBytes: 417_792,
  comparison: [],
  contextBytes: { ram: 1_417_792, vram: 0 },
  threads: { chosen: 2, cores: 2, measured: [] },
}
const q8 = { ...defaultKvSettings, keyType: 'q8_0', valueType: 'q8_0' } as const
const test = { prompt: 0, generated: 8, depth: 32 }
const on = { context, threads: 2 }

const speedCell = (index: number, variant: number, samplesNs: number[]): CompareCell => ({
  ...waitingCell({
    index,
    variant,
    part: 'speed',
    item: 0,
    task: { kind: 'speed', settings: q8, test, repetitions: samplesNs.length, warmUp: true },
  }),
  state: 'done',
  predictedBytes: 417_792,
  result: { kind: 'speed', ...on, samplesNs, itlMs: [1, 2, 3] },
})
const quality: CompareResult = {
  kind: 'quality',
  ...on,
  textTokens: 4096,
  chunks: 8,
  scoredTokens: 2040,
  perplexity: { value: 6.51, error: 0.1 },
  referencePerplexity: { value: 6.5, error: 0.1 },
  logPerplexityRatio: { value: 0.001, error: 0.0001 },
  divergence: { mean: 0.0004, median: 0.00001, p90: 0.001, p99: 0.006, p999: 0.02, max: 0.04 },
  meanDivergence: { value: 0.0004, error: 0.00002 },
  topAgreement: { value: 0.996, error: 0.001 },
  rmsProbabilityChange: { value: 0.005, error: 0.0005 },
  tokensPerSecond: 4000,
  method: { logits: 'full', fullPositions: 2040, headTokens: null, errorBound: 0 },
}
const qualityCell = (index: number, variant: number): CompareCell => ({
  ...waitingCell({
    index,
    variant,
    part: 'quality',
    item: 0,
    task: { kind: 'quality', reference: defaultKvSettings, settings: q8, text: '', chunkTokens: 512, maxChunks: null },
  }),
  state: 'done',
  result: quality,
})

function run(results: readonly CompareCell[], more: Partial<CompareRun> = {}): CompareRun {
  return {
    id: 'r',
    title: 'f16, q8_0',
    kind: 'compare',
    state: 'done',
    startedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    endedAt: 0,
    modelName: 'Pocket',
    cells: results.length,
    done: results.length,
    failed: 0,
    headroomVersion: '0.1.0',
    machine: { cpu: 'A processor', cores: 2, memoryBytes: 1, platform: 'linux x64', gpus: [] },
    engine: {
      engine: 'node-llama-cpp 3.21.1',
      release: 'v0.4.0',
      backend: 'cpu',
      devices: [],
      vram: null,
      cores: 2,
      pid: 1,
    },
    model: {
      id: 'pocket',
      name: 'Pocket',
      fileName: 'pocket-f16.gguf',
      architecture: 'llama',
      description: 'llama ?B F16',
      sizeBytes: 10_171_392,
      parameters: 5_082_368,
      vocabularyTokens: 2560,
    },
    plan: {
      modelId: 'pocket',
      title: '',
      variants: [defaultKvSettings, q8],
      speed: { tests: [test], repetitions: 2, warmUp: true },
      latency: null,
      quality: null,
      passkey: null,
      answers: null,
      cacheless: null,
    },
    results: [...results],
    proposals: [],
    imported: [],
    ...more,
  }
}
const suiteCell = (index: number, variant: number, cities: readonly string[]): CompareCell => ({
  ...waitingCell({ index, variant, part: 'toolCalls', item: 0, task: { kind: 'tool-calls', settings: q8, prompts: 3, seed: 1 } }),
  state: 'done',
  result: {
    kind: 'tool-calls',
    ...on,
    answers: cities.map((city, at) => ({
      prompt: String(at),
      call: { name: 'get_time', arguments: JSON.stringify({ city }) },
      rightTool: true,
      rightArguments: city === 'Oslo',
    })),
  },
})
const measured = run([speedCell(0, 0, [8e6, 4e6]), speedCell(1, 1, [2e6, 2e6]), qualityCell(2, 1)])
const csv = (runs: readonly CompareRun[]) => exportRuns(runs, 'csv').text

describe('an exported CSV', () => {
  it('starts with llama-bench’s columns in llama-bench’s order', () => {
    const own = fixture('csv').split('\n')[0]?.split(',')
    expect(csv([measured]).split('\r\n')[0]?.split(',').slice(0, own?.length)).toEqual(own)
  })
  it('has the mean speed and standard deviation that llama-bench would calculate', () => {
    const [row] = standardReader(csv([measured]))
    // 8 tokens in 8 ms and in 4 ms: 1,000 and 2,000 per second, with a standard deviation of 500 * sqrt(2).
    expect(row).toMatchObject({ avg_ns: '6000000', stddev_ns: '2828427', avg_ts: '1500', stddev_ts: '707.106781' })
    expect(row).toMatchObject({ n_prompt: '0', n_gen: '8', n_depth: '32', n_threads: '2', test_time: '2026-01-02T03:04:05Z' })
  })
  it('repeats memory, quality and latency in each row of the same setting', () => {
    const [reference, row] = standardReader(csv([measured]))
    expect(row).toMatchObject({
      type_k: 'q8_0',
      kv_bytes_predicted: '417792',
      kv_bytes_allocated: '417792',
      compute_bytes: '1000000',
      cells: '256',
    })
    expect(row).toMatchObject({
      ppl: '6.51',
      kld_mean: '0.0004',
      kld_p99_9: '0.02',
      top1_agreement: '0.996',
      tg_itl_p50_ms: '2',
      ttft_ms: '',
    })
    expect(reference).toMatchObject({ type_k: 'f16', kld_mean: '' })
  })
  it('has a row for a setting that was tested only for quality, but no row for a setting that was not tested', () => {
    const rows = standardReader(csv([run([qualityCell(0, 1)])]))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ type_k: 'q8_0', avg_ts: '', kld_max: '0.04' })
  })
  it('keeps text that looks like a formula as text, keeps numbers as numbers, and quotes fields where needed', () => {
    const name = '=cmd|"/C calc"!A0, or\nnot'
    const text = csv([run(measured.results, { model: { ...measured.model, name, description: '+1+1', fileName: '-2' }, title: '@home' })])
    const [row] = standardReader(text)
    expect(row).toMatchObject({ model_name: `'${name}`, model_type: "'+1+1", model_filename: '-2', run_title: "'@home", flash_attn: '-1' })
    expect(importedRun('x.csv', text).imported[0]).toMatchObject({ model_name: name, model_type: '+1+1', run_title: '@home' })
  })
  it('says why a benchmark cell has no results', () => {
    const failed: CompareCell = {
      ...speedCell(0, 1, [1]),
      state: 'failed',
      result: null,
      failure: { code: 'engine-gone', facts: { reason: { kind: 'closed' } } },
    }
    expect(standardReader(csv([run([failed])]))[0]).toMatchObject({ avg_ts: '', failure: 'engine-gone', kv_bytes_predicted: '417792' })
  })
})

describe('imported results', () => {
  it('can be exported with Headroom’s own results into one CSV that a standard reader accepts', () => {
    const theirs = importedRun('other-machine.csv', fixture('csv'))
    const ours = importedRun('mine.csv', csv([measured]))
    expect(standardReader(fixture('csv'))).toHaveLength(4)
    expect(theirs.imported).toHaveLength(4)
    expect(ours.imported).toHaveLength(2)
    const together = standardReader(csv([ours, theirs]))
    expect(together.map(({ n_gen, n_depth, type_k, avg_ts }) => [n_gen, n_depth, type_k, avg_ts])).toEqual([
      ['8', '32', 'f16', '1500'],
      ['8', '32', 'q8_0', '4000'],
      ['0', '0', 'f16', '4259.449360'],
      ['8', '0', 'f16', '1071.691713'],
      ['0', '32', 'f16', '3690.678763'],
      ['8', '32', 'f16', '780.719727'],
    ])
  })
  it.each(['csv', 'json', 'jsonl'] as const)('can come from llama-bench’s %s', (ending) => {
    const run = importedRun(`/somewhere/bench.${ending}`, fixture(ending))
    expect(run).toMatchObject({ kind: 'imported', title: `bench.${ending}`, modelName: 'llama ?B F16', cells: 4, done: 4 })
    expect(run.machine.cpu).toBe('AMD EPYC')
    expect(run.model).toMatchObject({ sizeBytes: 10_171_392, parameters: 5_082_368 })
    expect(new Date(run.startedAt).toISOString()).toMatch(/^2026-11-21T19:5/)
    expect(run.imported.map((row) => [row.n_prompt, row.n_gen, row.n_depth, row.no_kv_offload])).toEqual([
      ['16', '0', '0', '0'],
      ['0', '8', '0', '0'],
      ['16', '0', '32', '0'],
      ['0', '8', '32', '0'],
    ])
  })
  it.each(['csv', 'json'] as const)('can come from Headroom’s %s', (format) => {
    const [first, second] = importedRun(`mine.${format}`, exportRuns([measured], format).text).imported
    expect(first).toMatchObject({ avg_ts: '1500', headroom_version: '0.1.0', samples_ns: '[8000000,4000000]' })
    expect(second).toMatchObject({ kld_mean: '0.0004', kv_bytes_allocated: '417792' })
  })
  it('can come from a llama-bench version that has no depth column, and can have unknown columns', () => {
    const { imported } = importedRun(
      'old.csv',
      'model_type,n_prompt,n_gen,avg_ts,stddev_ts,new_thing\r\n"llama 7B","512","0","90.5","0.1","x"\r\n',
    )
    expect(imported).toEqual([{ model_type: 'llama 7B', n_prompt: '512', n_gen: '0', avg_ts: '90.5', stddev_ts: '0.1', new_thing: 'x' }])
  })
})

describe('an exported JSON file', () => {
  it('has llama-bench’s types: numbers, booleans and lists of samples', () => {
    const [theirs] = JSON.parse(fixture('json')) as Record<string, unknown>[]
    const [ours] = JSON.parse(exportRuns([measured], 'json').text) as Record<string, unknown>[]
    for (const [column, value] of Object.entries(theirs ?? {})) expect([column, typeof ours?.[column]]).toEqual([column, typeof value])
    expect(ours).toMatchObject({ samples_ns: [8e6, 4e6], samples_ts: [1000, 2000], embeddings: false, avg_ts: 1500 })
  })
})

describe('an exported Markdown file', () => {
  it('has llama-bench’s table and the columns that were measured', () => {
    const lines = exportRuns([measured], 'markdown').text.split('\n')
    expect(lines[0]).toContain('| model                          |       size |     params | backend    | threads |')
    expect(lines[1]).toContain('| ------------------------------ | ---------: | ---------: | ---------- | ------: |')
    expect(lines[2]).toContain('| llama ?B F16                   |   9.70 MiB |     5.08 M | CPU        |       2 |')
    expect(lines[2]).toContain('|       tg8 @ d32 |     1500.00 ± 707.11 |')
    expect(lines[3]).toContain('|   6.5100 |   0.000400 |   0.006000 |   0.040000 |    99.60 |')
    expect(lines[0]).not.toContain('TTFT')
    expect(lines.at(-2)).toBe('build: Headroom 0.1.0, llama.cpp v0.4.0')
  })
  it('escapes names that would end a table cell', () => {
    const text = exportRuns([run(measured.results, { model: { ...measured.model, description: 'a | b\nc' } })], 'markdown').text
    expect(text.split('\n')[2]).toContain('| a \\| b c ')
  })
  it('has a file name that every system accepts', () => {
    expect(exportRuns([run([], { title: 'a/b: "c"' })], 'markdown').fileName).toBe('a b c.md')
    expect(exportRuns([run([], { title: '///' })], 'csv').fileName).toBe('benchmark.csv')
  })
  it('counts right tools, right arguments, and the calls that are the same as those of the reference', () => {
    const cells = [suiteCell(0, 0, ['Oslo', 'Oslo', 'Rome']), suiteCell(1, 1, ['Oslo', 'Bern', 'Rome'])]
    const lines = exportRuns([run(cells)], 'markdown').text.split('\n')
    const [head, , reference, setting] = lines.map((line) => line.split('|').map((cell) => cell.trim()))
    const cell = (row: readonly string[] | undefined, name: string) => row?.[head?.indexOf(name) ?? -1]
    expect(['right tool', 'right args', 'same call'].map((name) => cell(reference, name))).toEqual(['3/3', '2/3', ''])
    expect(['right tool', 'right args', 'same call'].map((name) => cell(setting, name))).toEqual(['3/3', '1/3', '2/3'])
    expect(head).not.toContain('valid JSON')
  })
})

describe('an invalid file', () => {
  const reasonOf = (text: string): string => {
    try {
      importedRun('x.csv', text)
      return ''
    } catch (error) {
      const failure = failureOf(error)
      expect(failure?.code).toBe('compare-import-refused')
      return failure ? describeFailure(failure) : ''
    }
  }
  it('is refused with the names of the missing columns', () => {
    expect(reasonOf('model_type,n_prompt,n_gen\r\nllama,1,0\r\n')).toContain('The column avg_ts is missing.')
    expect(reasonOf('a,b\r\n1,2\r\n')).toContain('The columns n_prompt, n_gen, and avg_ts are missing.')
    expect(reasonOf('[{"n_prompt": 1}]')).toContain('The columns n_gen and avg_ts are missing.')
  })
  it('is refused with the row and column of a value that is not a number', () => {
    expect(reasonOf('n_prompt,n_gen,avg_ts\r\n1,0,"12,5"\r\n')).toContain('In row 1, avg_ts is “12,5”')
    expect(reasonOf('n_prompt,n_gen,avg_ts\r\n1,0,5\r\n-3,0,5\r\n')).toContain('In row 2, n_prompt is “-3”')
  })
  it.each([
    ['', 'It is empty'],
    ['n_prompt,n_gen,avg_ts\r\n', 'no rows'],
    ['n_prompt,n_gen,avg_ts\r\n1,2\r\n', 'Line 2 is damaged'],
    ['[{"n_prompt": 1}, ', 'JSON is incomplete'],
    ['{"n_prompt": 1}\n{oops', 'Line 2 is not valid JSON'],
    ['[1, 2]', 'Entry 1 is not a row'],
    ['\u0000\u0001PNG', 'no rows'],
  ])('is refused with the reason: %j', (text, reason) => expect(reasonOf(text)).toContain(reason))
})

it.each([
  [
    'lists nested 900,000 deep',
    `[{"n_prompt":1,"n_gen":1,"avg_ts":1,"x":${'['.repeat(9e5)}${']'.repeat(9e5)}}]`,
    { kind: 'nested-too-deeply' },
  ],
  ['20,001 rows', `n_prompt,n_gen,avg_ts\n${'1,1,1\n'.repeat(20_001)}`, { kind: 'too-many', of: 'rows', most: 20_000 }],
  ['20,001 rows as JSON', `[${'{},'.repeat(20_000)}{}]`, { kind: 'too-many', of: 'rows', most: 20_000 }],
  ['20,001 rows as JSON Lines', '{}\n'.repeat(20_001), { kind: 'too-many', of: 'rows', most: 20_000 }],
  ['20,001 blank lines', `n_prompt,n_gen,avg_ts\n${'\n'.repeat(20_001)}`, { kind: 'too-many', of: 'rows', most: 20_000 }],
  ['15 MB of blank lines', `n_prompt,n_gen,avg_ts\n${'\n'.repeat(15e6)}`, { kind: 'too-many', of: 'fields', most: 1_000_000 }],
  ['15 MB of quotes', `n_prompt,n_gen,avg_ts\n1,1,${'"'.repeat(15e6)}`, { kind: 'too-many', of: 'fields', most: 1_000_000 }],
  ['15 MB of empty fields', `n_prompt,n_gen,avg_ts\n${',,\n'.repeat(5e6)}`, { kind: 'too-many', of: 'fields', most: 1_000_000 }],
  ['15 MB of empty objects', `[${'{},'.repeat(5e6)}{}]`, { kind: 'too-many', of: 'fields', most: 1_000_000 }],
  ['15 MB of lines that are not JSON', '{\n'.repeat(7e6), { kind: 'too-many', of: 'fields', most: 1_000_000 }],
  ['1,001 columns as JSON', `[{${Array.from({ length: 1001 }, (_, at) => `"${at}":1`)}}]`, { kind: 'too-many', of: 'columns', most: 1000 }],
  [
    'more than 1,000 columns',
    `n_prompt,n_gen,avg_ts${',a'.repeat(998)}\n1,1,1${',1'.repeat(998)}`,
    { kind: 'too-many', of: 'columns', most: 1000 },
  ],
])('an import refuses a file with %s, and says why', (_, text, reason) => {
  const importing = () => importedRun('x.csv', text)
  expect(importing).toThrow(
    expect.objectContaining({
      failure: { code: 'compare-import-refused', facts: { name: 'x.csv', reason } },
    }),
  )
})

it('an import accepts a file of 20,000 rows that ends with line breaks', () => {
  expect(importedRun('x.csv', `n_prompt,n_gen,avg_ts\n${'1,1,1\n'.repeat(20_000)}`).imported).toHaveLength(20_000)
  expect(importedRun('x.jsonl', `${'{"n_prompt":1,"n_gen":1,"avg_ts":1}\r\n'.repeat(20_000)}`).imported).toHaveLength(20_000)
})
