/**
 * Headroom's API server and llama-server under the same requests, sent by the load generator of `headroom bench --url`. Both run the same
 * machine code of llama.cpp.
 */

import { figuresOf, type RunFigures } from '../../../core/load/figures'
import type { LoadRun } from '../../../core/load/load-run'
import type { LengthRule } from '../../../core/load/workload/lengths'
import { connectServer } from '../../../main/cli/load/connect-server'
import { environmentNetwork } from '../../../main/library/network/network'
import { realClock } from '../../../main/load/clock'
import { type MeasuredServer, measureServers } from '../../../main/load/measure-server'
import { freePort } from '../../../main/testing/free-port'
import type { Rounds } from '../../engine/rounds'
import { type Amount, amount, atLeast, atMost, type Row, ratioOf } from '../../engine/row'
import { cliEntry } from '../../paths'
import type { LlamaServerFiles } from '../../peers/build/llama-server-files'
import { type ChildServer, startServer } from '../../peers/servers/child-server'
import { startLlamaServer } from '../../peers/servers/llama-server'
import type { RandomModel } from '../../random-models'

export interface Lengths {
  readonly name: string
  readonly prompt: LengthRule
  readonly output: LengthRule
}
/** If all requests are alike, the clients of llama-server soon send them at the same moments, so that prompts seldom come between two tokens. */
export const equalLengths: Lengths = {
  name: 'equal lengths',
  prompt: { kind: 'fixed', tokens: 512 },
  output: { kind: 'fixed', tokens: 64 },
}
export const mixedLengths: Lengths = {
  name: 'mixed lengths',
  prompt: { kind: 'uniform', from: 256, to: 768 },
  output: { kind: 'uniform', from: 16, to: 112 },
}

const clientCounts = [1, 2, 4, 8]
/** Of each prompt: the part that all clients have in common, like the system prompt of agents. */
const shared = 0.5
/** Of the run that estimates the speed, and of every run with `--quick`. */
const requestsPerClient = 6
const runMs = 2 * 60_000
const slots = Math.max(...clientCounts)
const contextPerSlot = 1024

export async function clientRows(rounds: Rounds, files: LlamaServerFiles, { path, size }: RandomModel, lengths: Lengths): Promise<Row[]> {
  const ours = await startHeadroom(path)
  const theirs = await startPeer(files, path)
  try {
    const [headroom, llamaServer] = [await connect(ours), await connect(theirs)]
    const rows: Row[] = []
    for (const clients of clientCounts) {
      const seeds = { ours: clients * 1000, theirs: clients * 1000 }
      const few = clients * requestsPerClient
      const requests =
        rounds.repetitions === 1 ? few : await requestsIn(runMs, headroom, { clients, requests: few, seed: seeds.ours, lengths })
      const what = `${size}, ${lengths.name}, ${clients === 1 ? '1 client' : `${clients} clients`}`
      const measured = await rounds.play(what, {
        ours: async () => withoutFailures(await measure(headroom, { clients, requests, seed: ++seeds.ours, lengths })),
        theirs: () => measure(llamaServer, { clients, requests, seed: ++seeds.theirs, lengths }),
      })
      rows.push(...rowsOf(what, measured))
    }
    return rows
  } finally {
    await Promise.all([ours.stop(), theirs.stop()])
  }
}

interface Measured {
  readonly ours: RunFigures
  readonly theirs: RunFigures
}

function rowsOf(what: string, measured: readonly Measured[]): Row[] {
  const row = (name: string, unit: Amount['unit'], aim: Row['aim'], of: (figures: RunFigures) => number | undefined): Row => {
    const [ours, theirs] = (['ours', 'theirs'] as const).map((side) => measured.map((round) => expected(of(round[side]), name)))
    if (!ours || !theirs) throw new Error('Expected two sides')
    return {
      what: `${what}, ${name}`,
      ours: amount(ours, unit),
      theirs: amount(theirs, unit, 'llama-server'),
      ratio: ratioOf(ours, theirs),
      aim,
      note: failedNote(measured),
    }
  }
  return [
    row('output', 'tok/s', atLeast(0.95), ({ outputThroughput }) => outputThroughput),
    row('TTFT p50', 'ms', atMost(1.1), ({ ttft }) => ttft?.median),
    row('TTFT p99', 'ms', atMost(1.1), ({ ttft }) => ttft?.p99),
    row('ITL p99', 'ms', atMost(1.1), ({ itl }) => itl?.p99),
  ]
}

/** llama-server closes a connection now and then while a request arrives. Its other requests are compared. */
function failedNote(measured: readonly Measured[]): string | null {
  const failed = measured.reduce((sum, { theirs }) => sum + theirs.failed, 0)
  return failed === 0 ? null : `${failed} requests to llama-server failed and do not count.`
}

function expected(value: number | undefined, name: string): number {
  if (value === undefined) throw new Error(`Expected a figure for ${name}`)
  return value
}

function withoutFailures(figures: RunFigures): RunFigures {
  if (figures.failed > 0) throw new Error(`${figures.failed} requests to Headroom failed`)
  return figures
}

const connect = ({ url }: ChildServer): Promise<MeasuredServer> =>
  connectServer({ url, model: null, keyFile: null, keyVariable: 'HEADROOM_SERVER_KEY' }, environmentNetwork, new AbortController().signal)

interface Run {
  readonly clients: number
  readonly requests: number
  /** Prompts of one seed are the same for both servers and differ from those of every other seed. */
  readonly seed: number
  readonly lengths: Lengths
}

/** How many requests the server answers in `ms`, estimated from `run`. */
async function requestsIn(ms: number, server: MeasuredServer, run: Run): Promise<number> {
  const { durationMs } = withoutFailures(await measure(server, run))
  return Math.ceil((run.requests * ms) / durationMs)
}

async function measure(server: MeasuredServer, { clients, requests, seed, lengths: { prompt, output } }: Run): Promise<RunFigures> {
  const runs: LoadRun[] = []
  await measureServers(
    {
      servers: [server],
      loads: [{ kind: 'closed', concurrency: clients }],
      rounds: 1,
      workload: {
        prompt,
        output,
        shared,
        trace: null,
      },
      traceName: '',
      requestsOf: () => requests,
      warmUp: 1,
      limits: { ttftMs: null, itlMs: null },
      seed,
    },
    {
      clock: realClock,
      signal: new AbortController().signal,
      onRun: async (run) => {
        runs.push(run)
      },
    },
  )
  const [run] = runs
  if (!run) throw new Error('Expected a run')
  return figuresOf(run.records, run.limits)
}

async function startHeadroom(model: string): Promise<ChildServer> {
  const port = await freePort()
  const flags = ['--port', `${port}`, '--no-api-key', '--ctx', `${contextPerSlot}`, '--sequences', `${slots}`, '--threads', '2']
  return startServer({
    command: process.execPath,
    args: [cliEntry, 'serve', '--api', '--model', model, ...flags],
    url: `http://127.0.0.1:${port}`,
    readyPath: '/health',
    startSeconds: 120,
  })
}

async function startPeer(files: LlamaServerFiles, model: string): Promise<ChildServer> {
  const flags = ['-c', `${contextPerSlot * slots}`, '-np', `${slots}`, '-t', '2', '--offline', '--skip-chat-parsing']
  return (await startLlamaServer({ files, flags, model, startSeconds: 120 })).process
}
