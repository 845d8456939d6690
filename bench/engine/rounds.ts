/** Runs each contestant once per round, in alternating order, which cancels a steady drift of the machine's speed. */
import { say } from '../say'
import { becomesQuiet } from './quiet'

export type Contestants<Figures> = { readonly [Name in keyof Figures]: () => Promise<Figures[Name]> }

export class Rounds {
  private busyCount = 0

  constructor(
    readonly count: number,
    readonly repetitions: number,
  ) {}

  get busy(): number {
    return this.busyCount
  }

  foundBusy(): void {
    this.busyCount++
  }

  /**
   * Runs each contestant `runs` times per round, in alternating order, and keeps its highest figure. For rates: other work on the machine
   * only lowers them. STREAM treats its repetitions in the same way.
   */
  async playHighest<Name extends string>(
    what: string,
    contestants: Contestants<Record<Name, number>>,
    runs: number,
  ): Promise<Record<Name, number>[]> {
    const rounds: Record<Name, number>[] = []
    for (let round = 0; round < this.count; round++) {
      const highest = await this.playOnce(contestants, 0)
      for (let run = 1; run < runs; run++) {
        const figures = await this.playOnce(contestants, run)
        for (const name in figures) highest[name] = Math.max(highest[name], figures[name])
      }
      rounds.push(highest)
      say(`${what}: round ${round + 1} of ${this.count}`)
    }
    return rounds
  }

  async play<Figures extends object>(what: string, contestants: Contestants<Figures>): Promise<Figures[]> {
    const rounds: Figures[] = []
    for (let round = 0; round < this.count; round++) {
      rounds.push(await this.playOnce(contestants, round))
      say(`${what}: round ${round + 1} of ${this.count}`)
    }
    return rounds
  }

  private async playOnce<Figures extends object>(contestants: Contestants<Figures>, turn: number): Promise<Figures> {
    const names = Object.keys(contestants) as (keyof Figures)[]
    const figures: Partial<Figures> = {}
    for (const name of turn % 2 === 0 ? names : [...names].reverse()) {
      if (!(await becomesQuiet())) this.foundBusy()
      figures[name] = await contestants[name]()
    }
    return figures as Figures
  }
}
