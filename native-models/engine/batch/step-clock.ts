import type { ThreadGovernor } from '../threads/thread-governor'

export interface StepShape {
  readonly answers: number
  /** One token for each answer. */
  readonly isPlain: boolean
}

/** Reports gaps to the governor, but only between comparable steps: one token each for the same number of answers. */
export class StepClock {
  private before: { readonly endedMs: number; readonly answers: number } | undefined

  constructor(private readonly governor: ThreadGovernor) {}

  restart(): void {
    this.before = undefined
    this.governor.turn()
  }

  step(endedMs: number, threads: number, { answers, isPlain }: StepShape): void {
    const { before } = this
    if (!isPlain) return this.restart()
    if (before && before.answers !== answers) this.restart()
    else if (before) this.governor.token(endedMs - before.endedMs, threads, endedMs)
    this.before = { endedMs, answers }
  }
}
