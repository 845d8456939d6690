import { expect, it } from 'vitest'
import type { LoadRun } from '../../../core/load/load-run'
import { loadRun, record, usage } from '../../../core/load/testing/records'
import { countedInWords } from '../../../core/load/workload/calibration'
import type { MeasuredServer } from '../../load/measure-server'
import { loadNotesOf } from './load-notes'
import { loadOutput } from './load-output'

const closed = (concurrency: number) => ({ kind: 'closed', concurrency }) as const
/** Answers of two tokens, `ms` apart, to `count` requests in a second. */
const run = (ms: number, count: number, more: Partial<LoadRun> = {}): LoadRun =>
  loadRun(
    Array.from({ length: count }, (_, index) => record([ms, 2 * ms], { index })),
    1000,
    more,
  )
const measured = (one: LoadRun, by: MeasuredServer['calibration'] = countedInWords): MeasuredServer => ({
  server: one.server,
  calibration: by,
  count: null,
  send: async function* () {},
})

it('the table has one row per run, without the columns that nothing was measured for', () => {
  const text = loadOutput([run(10, 4), run(20, 8, { arrivals: { kind: 'poisson', perSecond: 2.5 } })], 'md', '0.1.0')
  const [head, , first, second] = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const cell = (row: readonly string[] | undefined, name: string) => row?.[head?.indexOf(name) ?? -1]
  expect(['load', 'done', 'req/s', 'out tok/s', 'TTFT p50 ms', 'E2E p99 ms'].map((name) => cell(first, name))).toEqual([
    'concurrency 2',
    '4',
    '4.00',
    '8.0',
    '10.0',
    '20.0',
  ])
  expect(cell(second, 'load')).toBe('2.5 req/s')
  expect(head).not.toContain('good req/s')
  expect(loadOutput([run(10, 4, { limits: { ttftMs: 5, itlMs: null } })], 'md', '')).toContain('good req/s')
})
it('JSON has one line per run', () => {
  const lines = loadOutput([run(10, 4), run(20, 8)], 'json', '0.1.0')
    .trim()
    .split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { completed: number }).completed)).toEqual([4, 8])
})
it('the notes name the knee, how prompt lengths were counted, failures, and a load generator that was late', () => {
  const one = run(10, 4, { arrivals: closed(1) })
  const runs = [one, run(10, 8, { arrivals: closed(2), server: one.server }), run(40, 9, { arrivals: closed(4), server: one.server })]
  const failed = { kind: 'failed', code: 'server-busy' } as const
  const late = loadRun([record([1]), record([], { end: failed }), record([9], { usage: usage(1, null) })], 1000, {
    server: one.server,
    arrivals: closed(8),
    loopDelay: { p50Ms: 0, p99Ms: 1.5, mostMs: 9, busy: 1 },
  })
  const notes = loadNotesOf([...runs, late], [measured(one, { by: 'usage', tokensPerWord: 1, templateTokens: 9 })])
  expect(notes).toEqual([
    expect.stringContaining('Knee of http://localhost:8080: concurrency 2'),
    expect.stringContaining('without 9 tokens of the chat template'),
    expect.stringContaining('no output tokens for 1 answer'),
    '1 request failed with server-busy.',
    expect.stringContaining('up to 1.50 ms late (p99 of its event loop, limit 1.00 ms) in 1 of 4 runs'),
  ])
  const [knee, lengths, delay] = loadNotesOf(runs, [measured(one)])
  expect(knee).toBe('Knee of http://localhost:8080: concurrency 2, where throughput / latency is highest.')
  expect(lengths).toContain('each word counts as one token')
  expect(delay).toContain('at most 0.20 ms late')
})
it('the verdict on two servers compares the rounds in which both were measured to the end', () => {
  const [a, b] = ['http://a', 'http://b'].map((url) => ({ ...run(1, 1).server, url }))
  if (!a || !b) throw new Error('Expected two servers')
  const rounds = [1, 2, 3].flatMap((round) => [run(10 + round, 4, { server: a, round }), run(2 * (10 + round), 4, { server: b, round })])
  const cut = loadRun([record([1], { end: { kind: 'interrupted' } })], 10, { server: a, round: 4 })
  const both = [measured(run(1, 1, { server: a })), measured(run(1, 1, { server: b }))]
  const notes = loadNotesOf([...rounds, cut], both)
  expect(notes.slice(0, 5)).toEqual([
    'http://b compared with http://a, 3 rounds:',
    'concurrency 2: tokens per second equal (95% interval 1× to 1×)',
    'concurrency 2: TTFT 100.0% higher (95% interval 2× to 2×)',
    'concurrency 2: TPOT 100.0% higher (95% interval 2× to 2×)',
    'concurrency 2: end-to-end latency 100.0% higher (95% interval 2× to 2×)',
  ])
  expect(loadNotesOf(rounds.slice(0, 4), both)[1]).toBe('Fewer than three rounds were measured on both, so there is no verdict.')
})
