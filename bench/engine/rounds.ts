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

  async play<Figures extends object>(what: string, contestants: Contestants<Figures>): Promise<Figures[]> {
    const names = Object.keys(contestants) as (keyof Figures)[]
    const rounds: Figures[] = []
    for (let round = 0; round < this.count; round++) {
      const figures: Partial<Figures> = {}
      for (const name of round % 2 === 0 ? names : [...names].reverse()) {
        if (!(await becomesQuiet())) this.foundBusy()
        figures[name] = await contestants[name]()
      }
      rounds.push(figures as Figures)
      say(`${what}: round ${round + 1} of ${this.count}`)
    }
    return rounds
  }
}
