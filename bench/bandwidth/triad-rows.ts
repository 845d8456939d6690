import { bestOf, type TriadFinding } from '../../core/bandwidth/triad-process'
import { forkTrial } from '../../main/backends/fork-trial'
import { measureMemory, type StartTriad } from '../../main/bandwidth/measure-memory'
import type { Rounds } from '../engine/rounds'
import { amount, atLeast, missing, type Row, ratioOf } from '../engine/row'
import { resources } from '../paths'
import { compiledStream, runStream } from './compiled-stream'

const megabyte = 1e6
const closeEnough =
  'and at most 1.05; best of six runs per round; stream.c compiled with -O3 -fopenmp -march=native, arrays of the same length'

/** On virtual machines, single runs of either program differ by up to a third, so each round keeps the best of several. */
const runsPerRound = 6

const startTriad: StartTriad = forkTrial(resources.bandwidthEntry)

/** Uses the array size and the thread counts of Headroom's own measurement. */
export async function triadRows(rounds: Rounds): Promise<Row[]> {
  const { arrayBytes, byThreads } = await measureMemory(startTriad)
  const stream = compiledStream()
  if ('missing' in stream) return [missing('STREAM triad', stream.missing)]
  const rows: Row[] = []
  for (const { threads } of byThreads) {
    const what = `STREAM triad, ${threads} ${threads === 1 ? 'thread' : 'threads'}`
    const played = await rounds.playHighest<'ours' | 'theirs'>(
      what,
      {
        ours: () => ourRate(arrayBytes, threads),
        theirs: () => runStream(stream.path, arrayBytes, threads),
      },
      runsPerRound,
    )
    const [ours, theirs] = [played.map((round) => round.ours), played.map((round) => round.theirs)]
    rows.push({
      what,
      ours: amount(ours.map(asMegabytes), 'MB/s'),
      theirs: amount(theirs.map(asMegabytes), 'MB/s', 'compiled STREAM'),
      ratio: ratioOf(ours, theirs),
      aim: atLeast(0.95),
      note: closeEnough,
    })
  }
  return rows
}

const asMegabytes = (bytesPerSecond: number): number => bytesPerSecond / megabyte

const ourRate = (arrayBytes: number, threads: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = startTriad({ arrayBytes, threads: [threads] })
    child.onFinding((finding: TriadFinding) => {
      if (finding.outcome === 'measured') resolve(bestOf(finding).bytesPerSecond)
      else reject(new Error(finding.quoted))
      child.kill()
    })
    child.onExit(() => reject(new Error(`Expected a finding, got ${child.lastOutput()}`)))
  })
