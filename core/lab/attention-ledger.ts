/** The attention that the cells of one KV head received. Needs eager attention. */

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
  /** Like `window`, but the largest score of the query heads before softmax. */
  private scores: number[][] = []

  /** `queryHeads`: G, the number of query heads whose weights are averaged. */
  constructor(
    private readonly queryHeads: number,
    private readonly windowQueries: number,
    private readonly historyQueries: number = scissorhandsHistory,
  ) {}

  observe(heads: readonly SeenWeights[], cells: number, cellsSeenBy: (t: number) => number): void {
    const tokens = heads[0]?.logSums.length ?? 0
    for (let t = 0; t < tokens; t++) {
      const row = this.meanRow(heads, t * cells, cells)
      for (let cell = 0; cell < cells; cell++) this.cumulative[cell] = (this.cumulative[cell] ?? 0) + (row[cell] as number)
      if (t >= tokens - this.historyQueries) this.below.push(belowAverage(row, cellsSeenBy(t)))
      if (t < tokens - this.windowQueries) continue
      this.window.push(row)
      this.scores.push(Array.from({ length: cells }, (_, cell) => largestScore(heads, t, t * cells + cell)))
    }
    this.window = newestOf(this.window, this.windowQueries)
    this.scores = newestOf(this.scores, this.windowQueries)
    this.below = newestOf(this.below, this.historyQueries)
  }

  copy(windowQueries: number = this.windowQueries, historyQueries: number = this.historyQueries): AttentionLedger {
    const copy = new AttentionLedger(this.queryHeads, windowQueries, historyQueries)
    copy.cumulative = [...this.cumulative]
    copy.below = newestOf(this.below, historyQueries)
    copy.window = newestOf(this.window, windowQueries)
    copy.scores = newestOf(this.scores, windowQueries)
    return copy
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

  private meanRow(heads: readonly SeenWeights[], at: number, cells: number): number[] {
    const row = new Array<number>(cells).fill(0)
    for (const { weights } of heads)
      for (let cell = 0; cell < cells; cell++) row[cell] = (row[cell] as number) + (weights[at + cell] as number)
    for (let cell = 0; cell < cells; cell++) row[cell] = (row[cell] as number) / this.queryHeads
    return row
  }
}

const newestOf = <T>(rows: readonly T[], count: number): T[] => rows.slice(Math.max(0, rows.length - count))

/** (cells): 1 if below average among the first `seen` cells. */
function belowAverage(row: readonly number[], seen: number): Uint8Array {
  const below = new Uint8Array(row.length)
  for (let cell = 0; cell < seen; cell++) if ((row[cell] as number) < 1 / seen) below[cell] = 1
  return below
}

const largestScore = (heads: readonly SeenWeights[], t: number, at: number): number =>
  Math.max(...heads.map(({ weights, logSums }) => Math.log(weights[at] as number) + (logSums[t] as number)))
