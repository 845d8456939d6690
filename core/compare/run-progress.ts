import type { CompareCell } from '../contract/compare/compare-runs'

/** The estimate assumes that a measured cell takes as long as before, and that the time of any other cell is proportional to its weight. */
export interface WeighedJob {
  readonly cell: number
  readonly weight: number
}

export interface RunProgress {
  /** 0 to 1, by weight. */
  readonly share: number
  readonly secondsLeft: number | null
}

interface Spent {
  readonly ms: number
  readonly amount: number
}

export class ProgressMeter {
  private readonly totalWeight: number
  private position = 0
  private passedWeight = 0
  private all: Spent = { ms: 0, amount: 0 }
  private readonly cells = new Map<number, Spent>()
  private laterMs: number | null = null

  constructor(private readonly jobs: readonly WeighedJob[]) {
    this.totalWeight = jobs.reduce((sum, { weight }) => sum + weight, 0)
  }

  begin(isOpen: (cell: number) => boolean): void {
    const later = this.jobs.slice(this.position + 1).filter(({ cell }) => isOpen(cell))
    this.laterMs = this.all.amount === 0 ? null : later.reduce((sum, job) => sum + this.expectedMs(job), 0)
  }

  at(share: number): RunProgress {
    const job = this.jobs[this.position]
    if (!job) return { share: 1, secondsLeft: 0 }
    const secondsLeft = this.laterMs === null ? null : (this.laterMs + (1 - share) * this.expectedMs(job)) / 1000
    return { share: Math.min(1, (this.passedWeight + share * job.weight) / this.totalWeight), secondsLeft }
  }

  end(ms: number | null): void {
    const job = this.jobs[this.position++]
    if (!job) return
    this.passedWeight += job.weight
    if (ms === null) return
    this.all = { ms: this.all.ms + ms, amount: this.all.amount + job.weight }
    const before = this.cells.get(job.cell) ?? { ms: 0, amount: 0 }
    this.cells.set(job.cell, { ms: before.ms + ms, amount: before.amount + 1 })
  }

  private expectedMs({ cell, weight }: WeighedJob): number {
    const known = this.cells.get(cell)
    return known ? known.ms / known.amount : (weight * this.all.ms) / this.all.amount
  }
}

/** How many cells have some of their repetitions, but not all. */
export const partlyMeasured = (cells: readonly Pick<CompareCell, 'state' | 'result'>[]): number =>
  cells.filter(({ state, result }) => state !== 'done' && state !== 'failed' && result !== null).length
