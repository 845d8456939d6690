import { type Random, seededRandom } from '../../stats/seeded-random'
import type { FillerSeeds } from './filler'
import { type LengthRule, lengthOf } from './lengths'
import type { TraceEntry, TraceOutput, TracePrompt } from './trace-entry'

export interface Workload {
  readonly prompt: LengthRule
  readonly output: LengthRule
  /** Share of each prompt, 0 to 1, that is the same in all of them. */
  readonly shared: number
  /** Replaces the lengths. */
  readonly trace: readonly TraceEntry[] | null
}

export interface RequestPlan {
  readonly prompt: TracePrompt
  readonly output: TraceOutput
  readonly shared: number
  readonly seeds: FillerSeeds
  readonly atMs: number | null
}

export interface PlanSeeds {
  /** Runs with the same number have the same lengths. */
  readonly lengths: number
  /** Runs with different numbers share no prompt of words, so no run finds the prompts of another in the server's cache. */
  readonly text: number
}

/** Never ends. A trace starts again at its end; conversations come in a random order. */
export function* planRequests(workload: Workload, seeds: PlanSeeds): Generator<RequestPlan> {
  const random = seededRandom(seeds.lengths)
  const texts = seededRandom(seeds.text)
  const shared = seedFrom(texts)
  const entries = workload.trace && inOrder(workload.trace, random)
  for (let index = 0; ; index++) {
    const entry = entries?.[index % entries.length]
    const tokens = lengthOf(workload.prompt, random)
    const output = lengthOf(workload.output, random)
    yield {
      prompt: entry?.prompt ?? { kind: 'tokens', tokens },
      output: entry?.output ?? { kind: 'tokens', tokens: output },
      shared: entry?.shared ?? workload.shared,
      seeds: { shared, own: seedFrom(texts) },
      atMs: entry?.atMs ?? null,
    }
  }
}

const seedFrom = (random: Random): number => Math.floor(random() * 2 ** 31)

function inOrder(entries: readonly TraceEntry[], random: Random): readonly TraceEntry[] {
  if (!entries.some(({ output }) => output?.kind === 'text')) return entries
  const shuffled = [...entries]
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[shuffled[at], shuffled[other]] = [shuffled[other] as TraceEntry, shuffled[at] as TraceEntry]
  }
  return shuffled
}
