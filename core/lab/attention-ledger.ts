/** Of one KV head. Needs eager attention. After an eviction the remaining cells keep their sums. */

import { scissorhandsHistory } from './policies/attention/scissorhands'
import type { HeadCells } from './selection/policy'

export interface SeenWeights {
  /** (T, C) */
  readonly weights: ArrayLike<number>
  /** (T): ln of the sum of exp(score); score = ln(weight) + logSum. */
  readonly logSums: ArrayLike<number>
}

export class AttentionLedger {
  private cumulative: number[] = []
  /** (up to historyQueries) x (cells at that time): 1 if below average. */
  private below: Uint8Array[] = []
  /** (up to windowQueries) x (cells at that time) */
  private window: number[][] = []
  /** Like `window`, before softmax: the largest of the query heads. */
  private scores: number[][] = []

  /** `queryHeads`: G; their weights are averaged. */
  constructor(
    private readonly queryHeads: number,
    private readonly windowQueries: number,
    private readonly historyQueries: number = scissorhandsHistory,
  ) {}

  /** `cellsSeenBy(t)`: cells that query t could see. */
  observe(heads: readonly SeenWeights[], cells: number, cellsSeenBy: (t: number) => number): void {
    const tokens = heads[0]?.logSums.length ?? 0
    for (let t = 0; t < tokens; t++) {
      const row = Array.from({ length: cells }, (_, cell) => this.mean(heads, t * cells + cell))
      row.forEach((weight, cell) => {
        this.cumulative[cell] = (this.cumulative[cell] ?? 0) + weight
      })
      const seen = cellsSeenBy(t)
      this.below.push(Uint8Array.from({ length: cells }, (_, cell) => (cell < seen && (row[cell] as number) < 1 / seen ? 1 : 0)))
      if (t < tokens - this.windowQueries) continue
      this.window.push(row)
      this.scores.push(Array.from({ length: cells }, (_, cell) => largestScore(heads, t, t * cells + cell)))
    }
    this.window = this.window.slice(-this.windowQueries)
    this.scores = this.scores.slice(-this.windowQueries)
    this.below = this.below.slice(-this.historyQueries)
  }

  /** `survivors`: ascending indexes. */
  keep(survivors: Int32Array): void {
    const pick = (row: ArrayLike<number>) => Array.from(survivors, (cell) => row[cell] ?? 0)
    this.cumulative = pick(this.cumulative)
    this.window = this.window.map(pick)
    this.scores = this.scores.map((row) => Array.from(survivors, (cell) => row[cell] ?? Number.NEGATIVE_INFINITY))
    this.below = this.below.map((row) => Uint8Array.from(pick(row)))
  }

  signals(): Pick<HeadCells, 'cumulativeAttention' | 'timesBelowAverage' | 'windowAttention' | 'windowScores'> {
    return {
      cumulativeAttention: this.cumulative,
      timesBelowAverage: this.timesBelow(),
      windowAttention: this.window,
      windowScores: this.scores,
    }
  }

  private timesBelow(): number[] {
    const times = this.cumulative.map(() => 0)
    for (const row of this.below)
      row.forEach((is, cell) => {
        times[cell] = (times[cell] as number) + is
      })
    return times
  }

  private mean(heads: readonly SeenWeights[], at: number): number {
    let sum = 0
    for (const { weights } of heads) sum += weights[at] as number
    return sum / this.queryHeads
  }
}

const largestScore = (heads: readonly SeenWeights[], t: number, at: number): number =>
  Math.max(...heads.map(({ weights, logSums }) => Math.log(weights[at] as number) + (logSums[t] as number)))
