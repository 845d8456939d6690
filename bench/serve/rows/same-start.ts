/** Clients that start at the same moment, such as agents of one program. Their long prompts are new and differ only at the end. */
import type { RunFigures } from '../../../core/load/figures'
import type { MeasuredServer } from '../../../main/load/measure-server'
import type { Rounds } from '../../engine/rounds'
import { amount, atMost, type Row, ratioOf } from '../../engine/row'
import type { LlamaServerFiles } from '../../peers/build/llama-server-files'
import type { RandomModel } from '../../random-models'
import { failedNote, measure, withoutFailures, withServers } from '../two-servers'

const clients = 4
const promptTokens = 2048
const shared = 0.9
const slots = { count: clients, contextTokens: 2560 }

export const sameStartRows = (rounds: Rounds, files: LlamaServerFiles, { path, size }: RandomModel): Promise<Row[]> =>
  withServers(files, path, slots, async (servers) => {
    const seeds = { ours: 0, theirs: 0 }
    const start = (server: MeasuredServer, seed: number): Promise<RunFigures> =>
      measure(server, {
        clients,
        requests: clients,
        warmUp: 0,
        prompt: { kind: 'fixed', tokens: promptTokens },
        output: { kind: 'fixed', tokens: 16 },
        shared,
        seed,
      })
    const what = `${size}, ${clients} clients that start together, ${100 * shared}% of their ${promptTokens} tokens the same`
    const measured = await rounds.play(what, {
      ours: async () => withoutFailures(await start(servers.ours, ++seeds.ours)),
      theirs: () => start(servers.theirs, ++seeds.theirs),
    })
    const row = (name: string, of: (figures: RunFigures) => number): Row => {
      const [ours, theirs] = [measured.map((round) => of(round.ours)), measured.map((round) => of(round.theirs))]
      return {
        what: `${what}, ${name}`,
        ours: amount(ours, 'ms'),
        theirs: amount(theirs, 'ms', 'llama-server'),
        ratio: ratioOf(ours, theirs),
        aim: atMost(1.1),
        note: failedNote(measured),
      }
    }
    return [row('mean TTFT', ({ ttft }) => ttft?.mean ?? Number.NaN), row('until all answers end', ({ durationMs }) => durationMs)]
  })
