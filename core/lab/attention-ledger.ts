/**
 * What the cells of one KV head have drawn of attention: the sums that H2O ranks by, the counts of Scissorhands, and the last
 * rows for policies with an observation window. It exists only where attention is computed eagerly, and it forgets with
 * the cells: after an eviction the survivors keep their sums.
 */
import type { HeadCells } from './policies/policy'

export class AttentionLedger {
  private cumulative: number[] = []
  private important: number[] = []
  /** (up to windowQueries) x (cells at that time) */
  private window: number[][] = []

  /** `queryHeads`: G, which read these cells and are averaged. `windowQueries`: rows that are kept. */
  constructor(
    private readonly queryHeads: number,
    private readonly windowQueries: number,
  ) {}

  /**
   * Takes the weights of the group for a step, each (T, C). `cellsSeenBy(t)`: how many cells query t could see; the weights of
   * the others are 0.
   */
  observe(weightsOfHeads: readonly ArrayLike<number>[], cells: number, cellsSeenBy: (t: number) => number): void {
    const tokens = (weightsOfHeads[0]?.length ?? 0) / cells
    for (let t = 0; t < tokens; t++) {
      const row = Array.from({ length: cells }, (_, cell) => this.mean(weightsOfHeads, t * cells + cell))
      row.forEach((weight, cell) => {
        this.cumulative[cell] = (this.cumulative[cell] ?? 0) + weight
        this.important[cell] = (this.important[cell] ?? 0) + (weight > 1 / cellsSeenBy(t) ? 1 : 0)
      })
      if (t >= tokens - this.windowQueries) this.window.push(row)
    }
    this.window = this.window.slice(-this.windowQueries)
  }

  /** `survivors`: ascending indexes. */
  keep(survivors: Int32Array): void {
    const pick = (row: readonly number[]) => Array.from(survivors, (cell) => row[cell] ?? 0)
    this.cumulative = pick(this.cumulative)
    this.important = pick(this.important)
    this.window = this.window.map(pick)
  }

  /** What a policy may read of it. */
  signals(): Pick<HeadCells, 'cumulativeAttention' | 'timesImportant' | 'windowAttention'> {
    return { cumulativeAttention: this.cumulative, timesImportant: this.important, windowAttention: this.window }
  }

  private mean(weightsOfHeads: readonly ArrayLike<number>[], at: number): number {
    let sum = 0
    for (const weights of weightsOfHeads) sum += weights[at] as number
    return sum / this.queryHeads
  }
}
