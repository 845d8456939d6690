import { byLoss, type EvictionRule } from '../../../core/prefix/eviction-rule'
import type { Rounds } from '../../engine/rounds'
import { amount, atLeast, missing, type Row, ratioOf } from '../../engine/row'
import { say } from '../../say'
import { generatedTraces } from '../eviction/generated-traces'
import { type Replay, replay } from '../eviction/replay'
import { greedyDualSize, lru } from '../eviction/rival-rules'
import type { TraceRequest } from '../eviction/trace'
import { sampleOf, traceFiles } from '../eviction/trace-files'

/** Shares of the space that all conversations would take. */
const budgetShares = [0.01, 0.03, 0.1]

const contestants = {
  ours: { rule: () => byLoss, isShared: true },
  lru: { rule: lru, isShared: true },
  greedyDualSize: { rule: greedyDualSize, isShared: true },
  ownOnly: { rule: lru, isShared: false },
} as const satisfies Record<string, { rule: () => EvictionRule; isShared: boolean }>
type Contestant = keyof typeof contestants

const rivals = {
  lru: 'LRU',
  greedyDualSize: 'GreedyDual-Size',
  ownOnly: 'LRU, each conversation finds only its own cache',
} as const satisfies Partial<Record<Contestant, string>>

/** A round is a seed. Nothing is timed, so the machine need not be idle. */
export async function evictionRows(rounds: Rounds): Promise<Row[]> {
  const rows: Row[] = []
  const seeds = Array.from({ length: rounds.count }, (_, round) => round + 1)
  const files = traceFiles(process.env.HEADROOM_TRACES)
  if (files.length === 0)
    rows.push(missing('recorded traces', 'HEADROOM_TRACES names no folder with traces: see docs/decisions/033-eviction-by-value.md.'))
  for (const trace of files) {
    const samples = seeds.map((seed) => sampleOf(trace, seed))
    rows.push(...rowsOf(trace.name, samples))
  }
  for (const [name, generate] of Object.entries(generatedTraces)) {
    rows.push(...rowsOf(`generated: ${name}`, seeds.map(generate)))
  }
  return rows
}

function rowsOf(name: string, traces: readonly (readonly TraceRequest[])[]): Row[] {
  const everything = traces.map((trace) => replay(trace, { ...settingsOf('lru'), budgetBytes: Number.POSITIVE_INFINITY }))
  return budgetShares.flatMap((share) => {
    const played = traces.map((trace, round) => {
      const budgetBytes = (everything[round] as Replay).storedBytes * share
      const of = (contestant: Contestant) => replay(trace, { ...settingsOf(contestant), budgetBytes })
      return { ours: of('ours'), lru: of('lru'), greedyDualSize: of('greedyDualSize'), ownOnly: of('ownOnly') }
    })
    say(`${name}, ${share}`)
    const savedBy = (contestant: Contestant) => played.map((round, index) => round[contestant].savedMs / (traces[index]?.length ?? 1))
    const note = `Share of the prompt tokens found: ${percent(played.map(({ ours }) => ours))} ours, ${Object.entries(rivals)
      .map(([rival, title]) => `${percent(played.map((round) => round[rival as Contestant]))} ${title}`)
      .join(', ')}; ${percent(everything)} if everything is kept.`
    return Object.entries(rivals).map(([rival, title]) => ({
      what: `${name}, ${100 * share}% of what everything takes: saved per prompt, against ${title}`,
      ours: amount(savedBy('ours'), 'ms'),
      theirs: amount(savedBy(rival as Contestant), 'ms'),
      ratio: ratioOf(savedBy('ours'), savedBy(rival as Contestant)),
      aim: atLeast(1),
      note,
    }))
  })
}

const settingsOf = (contestant: Contestant) => {
  const { rule, isShared } = contestants[contestant]
  return { rule: rule(), isShared }
}

function percent(replays: readonly Replay[]): string {
  const sum = (of: (one: Replay) => number) => replays.reduce((total, one) => total + of(one), 0)
  return `${((100 * sum(({ hitTokens }) => hitTokens)) / sum(({ promptTokens }) => promptTokens)).toFixed(1)}%`
}
