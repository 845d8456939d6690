/** Measures one axis after the other in rounds and drops slower values. Finally, measures the winner and the initial settings in turn. */
import type { KvSettings } from '../../contract/settings/kv-settings'
import { meanAndDeviation } from '../../stats/percentile'
import { isFaster } from '../statistics/compare-rates'
import { leastRepetitions } from '../statistics/thresholds'
import type { TuneAxis, TuneGoal } from './tune-axes'

const rounds = 3
const finalRounds = 4
const searchShare = 0.8

export interface TuneMeter {
  /** Tokens per second of one repetition. null if the settings do not work. */
  measure(settings: KvSettings, goal: TuneGoal): Promise<number | null>
  /** Share of the allowed time, 0 to 1. */
  timePassed(): number
}

export interface TuneOutcome {
  readonly goal: TuneGoal
  readonly settings: KvSettings
  readonly isFaster: boolean
}

export async function searchSettings(base: KvSettings, axes: readonly TuneAxis[], meter: TuneMeter): Promise<TuneOutcome[]> {
  const search = new Search(meter)
  const outcomes: TuneOutcome[] = []
  const best: Record<TuneGoal, KvSettings> = { prefill: base, decode: base }
  for (const axis of axes) for (const goal of axis.goals) best[goal] = await search.bestOf(goal, best[goal], axis.candidates(best[goal]))
  for (const goal of ['prefill', 'decode'] as const) outcomes.push(await search.confirm(goal, base, best[goal]))
  return outcomes
}

class Search {
  private readonly samples = new Map<string, number[]>()
  private readonly refused = new Set<string>()

  constructor(private readonly meter: TuneMeter) {}

  async bestOf(goal: TuneGoal, incumbent: KvSettings, candidates: readonly KvSettings[]): Promise<KvSettings> {
    let field = [incumbent, ...candidates]
    for (let round = 0; round < rounds && field.length > 1; round++) {
      const order = round % 2 === 0 ? field : [...field].reverse()
      for (const settings of order) if (this.meter.timePassed() < searchShare) await this.sample(settings, goal)
      field = field.filter((settings) => settings === incumbent || this.isContender(settings, field, goal))
    }
    const faster = field.filter((settings) => isFaster(this.of(settings, goal), this.of(incumbent, goal)))
    return faster.sort((left, right) => this.mean(right, goal) - this.mean(left, goal))[0] ?? incumbent
  }

  async confirm(goal: TuneGoal, base: KvSettings, winner: KvSettings): Promise<TuneOutcome> {
    const pair = winner === base ? [base] : [base, winner]
    for (let round = 0; round < finalRounds; round++)
      for (const settings of round % 2 === 0 ? pair : [...pair].reverse())
        if (this.meter.timePassed() < 1 || this.of(settings, goal).length < leastRepetitions) await this.sample(settings, goal)
    const holds = winner !== base && isFaster(this.of(winner, goal), this.of(base, goal))
    return { goal, settings: holds ? winner : base, isFaster: holds }
  }

  private async sample(settings: KvSettings, goal: TuneGoal): Promise<void> {
    const key = keyOf(settings, goal)
    if (this.refused.has(key)) return
    const rate = await this.meter.measure(settings, goal)
    if (rate === null) this.refused.add(key)
    else this.samples.set(key, [...(this.samples.get(key) ?? []), rate])
  }

  private isContender(settings: KvSettings, field: readonly KvSettings[], goal: TuneGoal): boolean {
    if (this.refused.has(keyOf(settings, goal))) return false
    return !field.some((other) => isFaster(this.of(other, goal), this.of(settings, goal)))
  }

  private of(settings: KvSettings, goal: TuneGoal): readonly number[] {
    return this.samples.get(keyOf(settings, goal)) ?? []
  }

  private mean(settings: KvSettings, goal: TuneGoal): number {
    return meanAndDeviation(this.of(settings, goal)).mean
  }
}

const keyOf = (settings: KvSettings, goal: TuneGoal): string => JSON.stringify([goal, settings])
