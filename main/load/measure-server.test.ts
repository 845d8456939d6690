import { afterEach, expect, it } from 'vitest'
import type { Arrivals } from '../../core/load/arrivals'
import type { LoadRun } from '../../core/load/load-run'
import type { TraceEntry } from '../../core/load/workload/trace-entry'
import type { ServerKind } from '../../core/remote/server-facts'
import { Network } from '../library/network/network'
import { chatLimits, streamChat } from '../remote/stream-chat'
import { calibrate } from './calibrate'
import { realClock } from './clock'
import { type LoadSweep, type MeasuredServer, measureServers } from './measure-server'
import { type StubOptions, type StubServer, startStub } from './testing/stub-server'
import { tokenCounter } from './token-counter'

const stubs: StubServer[] = []
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.close()))
})

const network = new Network()
const never = new AbortController().signal

async function serverWith(options: StubOptions, kind: ServerKind = 'openai'): Promise<{ stub: StubServer; measured: MeasuredServer }> {
  const stub = await startStub(options)
  stubs.push(stub)
  const address = { url: stub.url, key: null }
  const send: MeasuredServer['send'] = (request, signal, hold) => streamChat(network, address, kind, request, signal, chatLimits, hold)
  const count = tokenCounter(network, address, kind, 'stub')
  const calibration = await calibrate('stub', count, send, never)
  stub.requests.length = 0
  return { stub, measured: { server: { url: stub.url, kind, version: null, model: 'stub' }, calibration, count, send } }
}

const closed = (concurrency: number): Arrivals => ({ kind: 'closed', concurrency })
const sweep = (servers: readonly MeasuredServer[], more: Partial<LoadSweep> = {}): LoadSweep => ({
  servers,
  loads: [closed(3)],
  rounds: 1,
  workload: { prompt: { kind: 'fixed', tokens: 40 }, output: { kind: 'fixed', tokens: 5 }, shared: 0, trace: null },
  traceName: 'trace.jsonl',
  requestsOf: () => 6,
  warmUp: 0,
  limits: { ttftMs: null, itlMs: null },
  seed: 1,
  ...more,
})

async function runsOf(wanted: LoadSweep, signal = never): Promise<LoadRun[]> {
  const runs: LoadRun[] = []
  await measureServers(wanted, { clock: realClock, signal, onRun: async (run) => void runs.push(run) })
  return runs
}

it('a run sends every request once, with the wanted lengths, and times each piece of text', async () => {
  const { stub, measured } = await serverWith({ templateTokens: 9 })
  stub.hold()
  const running = runsOf(sweep([measured]))
  await stub.arrived(3)
  stub.open()
  const [run] = await running
  expect(stub.requests).toHaveLength(6)
  expect(stub.inFlight.most).toBe(3)
  expect(new Set(stub.requests.map(({ prompt }) => prompt)).size).toBe(6)
  for (const { prompt, maxTokens } of stub.requests) expect([prompt.split(' ').length, maxTokens]).toEqual([40, 5])
  expect(run?.records.requests).toHaveLength(6)
  for (const { textMs, usage, end, sentMs, endMs, plannedPromptTokens } of run?.records.requests ?? []) {
    expect(textMs).toHaveLength(5)
    expect([...textMs].sort((left, right) => left - right)).toEqual(textMs)
    expect([usage?.promptTokens?.value, usage?.outputTokens?.value, plannedPromptTokens, end.kind]).toEqual([49, 5, 40, 'done'])
    expect(sentMs <= (textMs[0] ?? 0) && (textMs.at(-1) ?? 0) <= endMs).toBe(true)
  }
})
it('the tokens of a word come from the server’s tokenizer, or from the usage of two answers', async () => {
  const counted = await serverWith({ tokensPerWord: 2 }, 'llama-server')
  expect(counted.measured.calibration).toEqual({ by: 'tokenizer', tokensPerWord: 2, templateTokens: null })
  const reported = await serverWith({ tokensPerWord: 2, templateTokens: 9 })
  expect(reported.measured.calibration).toEqual({ by: 'usage', tokensPerWord: 2, templateTokens: 9 })
  const silent = await serverWith({ reportsUsage: false })
  expect(silent.measured.calibration).toEqual({ by: 'words', tokensPerWord: 1, templateTokens: null })
  for (const { stub, measured } of [counted, reported]) {
    await runsOf(sweep([measured], { requestsOf: () => 1 }))
    expect(stub.requests[0]?.prompt.split(' ')).toHaveLength(20)
  }
})
it('a shared prefix is the same in all prompts of a run, and no prompt is sent twice', async () => {
  const { stub, measured } = await serverWith({})
  await runsOf(sweep([measured], { rounds: 2, workload: { ...sweep([]).workload, shared: 0.5 }, warmUp: 2 }))
  const prompts = stub.requests.map(({ prompt }) => prompt.split(' '))
  expect(prompts).toHaveLength(2 + 6 + 6)
  expect(new Set(prompts.map((words) => words.join(' '))).size).toBe(14)
  const beginnings = prompts.map((words) => words.slice(0, 20).join(' '))
  expect(new Set(beginnings).size).toBe(3)
  expect(new Set(beginnings.slice(2, 8)).size).toBe(1)
})
it('two servers are measured in turn, in every second round backwards', async () => {
  const [first, second] = [await serverWith({}), await serverWith({})]
  const runs = await runsOf(sweep([first.measured, second.measured], { rounds: 2, loads: [closed(1), closed(2)], requestsOf: () => 2 }))
  const [a, b] = [first.stub.url, second.stub.url]
  expect(runs.map(({ server, round, arrivals }) => [server.url, round, arrivals.kind === 'closed' && arrivals.concurrency])).toEqual([
    [a, 1, 1],
    [b, 1, 1],
    [a, 1, 2],
    [b, 1, 2],
    [b, 2, 2],
    [a, 2, 2],
    [b, 2, 1],
    [a, 2, 1],
  ])
})
it('a trace gives prompts, lengths and times', async () => {
  const { stub, measured } = await serverWith({})
  const entry = (text: string, tokens: number, atMs: number): TraceEntry => ({
    prompt: { kind: 'messages', messages: [{ role: 'user', text }] },
    output: { kind: 'tokens', tokens },
    atMs,
    shared: null,
  })
  const trace = [entry('one two three', 2, 0), entry('four', 3, 15), entry('five six', 4, 30)]
  const [run] = await runsOf(
    sweep([measured], { loads: [{ kind: 'trace' }], requestsOf: () => 3, workload: { ...sweep([]).workload, trace } }),
  )
  expect(stub.requests.map(({ prompt, maxTokens }) => [prompt, maxTokens])).toEqual([
    ['one two three', 2],
    ['four', 3],
    ['five six', 4],
  ])
  expect(run?.records.requests.map(({ dueMs, plannedPromptTokens }) => [dueMs, plannedPromptTokens])).toEqual([
    [0, 3],
    [15, 1],
    [30, 2],
  ])
})
it('a trace without a conversation that can be used is refused', async () => {
  const { measured } = await serverWith({})
  const trace: TraceEntry[] = [
    {
      prompt: { kind: 'messages', messages: [{ role: 'user', text: 'Hi' }] },
      output: { kind: 'text', text: 'Hello' },
      atMs: null,
      shared: null,
    },
  ]
  await expect(runsOf(sweep([measured], { workload: { ...sweep([]).workload, trace } }))).rejects.toMatchObject({
    failure: { code: 'load-file-refused', facts: { name: 'trace.jsonl', reason: { kind: 'no-entries' } } },
  })
})
it('an interruption keeps the answers that came, and says which requests had not ended', async () => {
  const { stub, measured } = await serverWith({})
  const stop = new AbortController()
  const heldStub = await startStub()
  stubs.push(heldStub)
  heldStub.hold()
  const send: MeasuredServer['send'] = (request, signal, hold) =>
    streamChat(network, { url: stub.requests.length < 3 ? stub.url : heldStub.url, key: null }, 'openai', request, signal, chatLimits, hold)
  const running = runsOf(sweep([{ ...measured, send }], { loads: [closed(1), closed(2)] }), stop.signal)
  await heldStub.arrived(1)
  stop.abort()
  const runs = await running
  expect(runs).toHaveLength(1)
  expect(runs[0]?.records.requests.map(({ end }) => end.kind)).toEqual(['done', 'done', 'done', 'interrupted'])
})
it('a run says how late the event loop was', async () => {
  const { measured } = await serverWith({})
  const [run] = await runsOf(sweep([measured]))
  const { p50Ms, p99Ms, mostMs, busy } = run?.loopDelay ?? { p50Ms: -1, p99Ms: -1, mostMs: -1, busy: -1 }
  expect(p50Ms >= 0 && p50Ms <= p99Ms && p99Ms <= mostMs).toBe(true)
  expect(busy > 0 && busy <= 1).toBe(true)
})
