/** Clients that send as many requests to Headroom's API server and to llama-server as Headroom answers in two minutes. */
import type { RunFigures } from '../../../core/load/figures'
import type { LengthRule } from '../../../core/load/workload/lengths'
import type { MeasuredServer } from '../../../main/load/measure-server'
import type { Rounds } from '../../engine/rounds'
import { type Amount, amount, atLeast, atMost, type Row, ratioOf } from '../../engine/row'
import type { LlamaServerFiles } from '../../peers/build/llama-server-files'
import type { RandomModel } from '../../random-models'
import { failedNote, type Load, measure, withoutFailures, withServers } from '../two-servers'

export interface Lengths {
  readonly name: string
  readonly prompt: LengthRule
  readonly output: LengthRule
}
/** With requests of equal lengths, llama-server's clients fall into step, so a prompt rarely arrives between two tokens of an answer. */
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
/** In the run that estimates the speed, and in every run with `--quick`. */
const requestsPerClient = 6
const runMs = 2 * 60_000
const slots = { count: Math.max(...clientCounts), contextTokens: 1024 }

export const clientRows = (
  rounds: Rounds,
  files: LlamaServerFiles,
  { path, size }: RandomModel,
  { name, prompt, output }: Lengths,
): Promise<Row[]> =>
  withServers(files, path, slots, async (servers) => {
    const rows: Row[] = []
    for (const clients of clientCounts) {
      const seeds = { ours: clients * 1000, theirs: clients * 1000 }
      const load = { clients, requests: clients * requestsPerClient, warmUp: 1, prompt, output, shared: 0.5 }
      const requests = rounds.repetitions === 1 ? load.requests : await requestsIn(runMs, servers.ours, { ...load, seed: seeds.ours })
      const what = `${size}, ${name}, ${clients === 1 ? '1 client' : `${clients} clients`}`
      const measured = await rounds.play(what, {
        ours: async () => withoutFailures(await measure(servers.ours, { ...load, requests, seed: ++seeds.ours })),
        theirs: () => measure(servers.theirs, { ...load, requests, seed: ++seeds.theirs }),
      })
      rows.push(...rowsOf(what, measured))
    }
    return rows
  })

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

function expected(value: number | undefined, name: string): number {
  if (value === undefined) throw new Error(`Expected a figure for ${name}`)
  return value
}

/** How many requests the server answers in `ms`, estimated from `load`. */
async function requestsIn(ms: number, server: MeasuredServer, load: Load): Promise<number> {
  const { durationMs } = withoutFailures(await measure(server, load))
  return Math.ceil((load.requests * ms) / durationMs)
}
