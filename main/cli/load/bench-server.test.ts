import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type StubOptions, type StubServer, startStub } from '../../load/testing/stub-server'
import { UsageError } from '../input/flags'
import { captured } from '../testing/captured'
import { benchServer } from './bench-server'

let folder: string
let stubs: StubServer[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-bench-server-'))
  stubs = []
})
afterEach(async () => {
  await Promise.all(stubs.map((stub) => stub.close()))
  rmSync(folder, { recursive: true, force: true })
})

const never = new AbortController().signal
const key = 'sk-not-to-be-printed'

async function stubWith(options: StubOptions = {}): Promise<StubServer> {
  const stub = await startStub(options)
  stubs.push(stub)
  return stub
}

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

const bench = (args: readonly string[], signal = never) => captured(() => benchServer(args, { version: '0.1.0', signal }))

const small = ['--requests', '4', '--prompt-tokens', '20', '--output-tokens', '3', '--warm-up', '1']

it('a sweep prints one row per load, its knee, and how the lengths were counted', async () => {
  const stub = await stubWith({ templateTokens: 7 })
  const { code, out, err } = await bench(['--url', stub.url, '--concurrency', '1,2,4', ...small])
  expect(code).toBe(0)
  expect(out.trim().split('\n')).toHaveLength(5)
  for (const load of ['concurrency 1', 'concurrency 2', 'concurrency 4']) expect(out).toContain(load)
  expect(err).toContain(`Knee of ${stub.url}: concurrency`)
  expect(err).toContain('without 7 tokens of the chat template')
  expect(err).toMatch(/The load generator was (?:at most|up to) /)
  // Two requests calibrate and one warms up.
  expect(stub.requests).toHaveLength(2 + 1 + 3 * 4)
})
it('JSON has the fields of vllm bench serve, and CSV can be used as a trace', async () => {
  const stub = await stubWith()
  const json = await bench(['--url', stub.url, '--rate', '500', ...small, '-o', 'json'])
  expect(JSON.parse(json.out)).toMatchObject({
    request_rate: 500,
    completed: 4,
    total_output_tokens: 12,
    headroom: { arrivals: 'poisson' },
  })
  const csv = await bench(['--url', stub.url, ...small, '-o', 'csv'])
  expect(parse(csv.out, { columns: true })).toHaveLength(4)
  stub.requests.length = 0
  const again = await bench(['--url', stub.url, '--trace', file('run.csv', csv.out), '--requests', '4', '--warm-up', '0'])
  expect(again.code).toBe(0)
  expect(stub.requests.slice(2).map(({ prompt, maxTokens }) => [prompt.split(' ').length, maxTokens])).toEqual(Array(4).fill([20, 3]))
})
it('a trace with times is sent in the order of its times', async () => {
  const stub = await stubWith()
  const trace = file(
    'trace.jsonl',
    [30, 0, 15].map((at_ms) => JSON.stringify({ at_ms, prompt: `at ${at_ms}`, output_tokens: 2 })).join('\n'),
  )
  const { code } = await bench(['--url', stub.url, '--trace', trace, '--rate', 'trace', '--warm-up', '0'])
  expect(code).toBe(0)
  expect(stub.requests.slice(2).map(({ prompt }) => prompt)).toEqual(['at 0', 'at 15', 'at 30'])
})
it('each run is saved in a file of its own, and no file is replaced', async () => {
  const stub = await stubWith()
  const save = join(folder, 'results')
  for (const _ of [1, 2]) expect((await bench(['--url', stub.url, '--concurrency', '1,2', ...small, '--save', save])).code).toBe(0)
  const names = readdirSync(save)
  expect(names).toHaveLength(4)
  for (const name of names) {
    expect(name).toMatch(/^openai-infqps-concurrency[12]-stub-\d{8}-\d{6}(-2)?\.json$/)
    expect(JSON.parse(readFileSync(join(save, name), 'utf8'))).toMatchObject({ completed: 4 })
  }
  const requests = stub.requests.length
  expect((await bench(['--url', stub.url, ...small, '--save', file('a-file', '')])).code).toBeInstanceOf(UsageError)
  expect(stub.requests.length - requests).toBe(2)
})
it('the key is sent to its own server only, and is never printed', async () => {
  const [first, second] = [await stubWith(), await stubWith({ refused: () => true })]
  const { out, err } = await bench([
    '--url',
    first.url,
    '--against',
    second.url,
    '--key-file',
    file('key', `${key}\n`),
    '--rounds',
    '1',
    ...small,
    '-o',
    'json',
  ])
  expect(first.requests.length).toBeGreaterThan(0)
  expect(new Set(first.requests.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${key}`]))
  expect(new Set(second.requests.map(({ authorization }) => authorization))).toEqual(new Set([undefined]))
  expect(out + err).not.toContain(key)
})
it('a server that answers no request gives exit code 2, with the failures by code', async () => {
  const stub = await stubWith({ refused: (request) => request >= 2 })
  const { code, err } = await bench(['--url', stub.url, ...small])
  expect(code).toBe(2)
  expect(err).toMatch(/4 requests failed with server-failed\. The first: .*“no”/)
})
it('an interruption prints what was measured', async () => {
  const stub = await stubWith()
  const stop = new AbortController()
  const running = bench(
    ['--url', stub.url, '--concurrency', '1', '--requests', '1000', '--prompt-tokens', '5', '--output-tokens', '2'],
    stop.signal,
  )
  await stub.arrived(12)
  stub.hold()
  const sent = stub.requests.length
  await stub.arrived(sent + 1)
  stop.abort(new Error('stopped'))
  const { code, out, err } = await running
  expect(code).toMatchObject({ message: 'stopped' })
  expect(out.split('\n')).toHaveLength(4)
  expect(err).toContain('The figures do not include 1 request that had not ended.')
})
it('two results are compared side by side', async () => {
  const stub = await stubWith()
  const results: string[] = []
  for (const seed of ['1', '2']) results.push((await bench(['--url', stub.url, ...small, '--seed', seed, '-o', 'json'])).out)
  const [a, b] = results.map((text, at) => file(`${at}.json`, text)) as [string, string]
  const { code, out } = await bench(['--compare', a, b])
  expect(code).toBe(0)
  expect(out).toContain('output_throughput')
  expect(out).toContain('no spread, no verdict')
  expect((await bench(['--compare', a, file('empty.json', '')])).code).toMatchObject({
    failure: { code: 'load-file-refused', facts: { reason: { kind: 'empty' } } },
  })
  const test = JSON.stringify([
    { n_prompt: 1, n_gen: 0, avg_ts: 5 },
    { n_prompt: 2, n_gen: 0, avg_ts: 5 },
  ])
  expect((await bench(['--compare', a, file('llama.json', test)])).code).toBeInstanceOf(UsageError)
})
it.each([
  ['oops', 'load-file-refused'],
  ['{"prompt_tokens": 5}', 'load-file-refused'],
])('a trace that cannot be used is refused before anything is sent: %s', async (text, code) => {
  const stub = await stubWith()
  const result = await bench(['--url', stub.url, '--trace', file('trace.jsonl', text), '--rate', 'trace'])
  expect(result.code).toMatchObject({ failure: { code } })
  expect(stub.requests).toHaveLength(0)
})
