/** Headroom's API server and llama-server with the same model. The load generator of `headroom bench --url` sends them the same requests. */
import { figuresOf, type RunFigures } from '../../core/load/figures'
import type { LoadRun } from '../../core/load/load-run'
import type { LengthRule } from '../../core/load/workload/lengths'
import { connectServer } from '../../main/cli/load/connect-server'
import { environmentNetwork } from '../../main/library/network/network'
import { realClock } from '../../main/load/clock'
import { type MeasuredServer, measureServers } from '../../main/load/measure-server'
import { freePort } from '../../main/testing/free-port'
import { cliEntry } from '../paths'
import type { LlamaServerFiles } from '../peers/build/llama-server-files'
import { type ChildServer, startServer } from '../peers/servers/child-server'
import { startLlamaServer } from '../peers/servers/llama-server'

export interface Slots {
  readonly count: number
  readonly contextTokens: number
}

export interface Servers {
  readonly ours: MeasuredServer
  readonly theirs: MeasuredServer
}

export async function withServers<T>(
  files: LlamaServerFiles,
  model: string,
  slots: Slots,
  work: (servers: Servers) => Promise<T>,
): Promise<T> {
  const ours = await startHeadroom(model, slots)
  const theirs = await startPeer(files, model, slots)
  try {
    return await work({ ours: await connect(ours), theirs: await connect(theirs) })
  } finally {
    await Promise.all([ours.stop(), theirs.stop()])
  }
}

export interface Load {
  readonly clients: number
  readonly requests: number
  readonly warmUp: number
  readonly prompt: LengthRule
  readonly output: LengthRule
  /** The share of each prompt (0 to 1) that is the same for all clients, like the system prompt of agents. */
  readonly shared: number
  /** Prompts of one seed are the same for both servers and differ from those of every other seed. */
  readonly seed: number
}

/** Each client sends its next request as soon as it has the answer to the previous one. */
export async function measure(server: MeasuredServer, { clients, requests, warmUp, seed, ...lengths }: Load): Promise<RunFigures> {
  const runs: LoadRun[] = []
  await measureServers(
    {
      servers: [server],
      loads: [{ kind: 'closed', concurrency: clients }],
      rounds: 1,
      workload: { ...lengths, trace: null },
      traceName: '',
      requestsOf: () => requests,
      warmUp,
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

export function withoutFailures(figures: RunFigures): RunFigures {
  if (figures.failed > 0) throw new Error(`${figures.failed} requests to Headroom failed`)
  return figures
}

/** llama-server closes a connection now and then while a request arrives. Its other requests are compared. */
export function failedNote(measured: readonly { readonly theirs: RunFigures }[]): string | null {
  const failed = measured.reduce((sum, { theirs }) => sum + theirs.failed, 0)
  return failed === 0 ? null : `${failed} requests to llama-server failed and do not count.`
}

const connect = ({ url }: ChildServer): Promise<MeasuredServer> =>
  connectServer({ url, model: null, keyFile: null, keyVariable: 'HEADROOM_SERVER_KEY' }, environmentNetwork, new AbortController().signal)

async function startHeadroom(model: string, { count, contextTokens }: Slots): Promise<ChildServer> {
  const port = await freePort()
  const flags = ['--port', `${port}`, '--no-api-key', '--ctx', `${contextTokens}`, '--sequences', `${count}`, '--threads', '2']
  return startServer({
    command: process.execPath,
    args: [cliEntry, 'serve', '--api', '--model', model, ...flags],
    url: `http://127.0.0.1:${port}`,
    readyPath: '/health',
    startSeconds: 120,
  })
}

async function startPeer(files: LlamaServerFiles, model: string, { count, contextTokens }: Slots): Promise<ChildServer> {
  const flags = ['-c', `${contextTokens * count}`, '-np', `${count}`, '-t', '2', '--offline', '--skip-chat-parsing']
  return (await startLlamaServer({ files, flags, model, startSeconds: 120 })).process
}
