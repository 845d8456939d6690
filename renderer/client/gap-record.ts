/** Constant memory: the longest gap per column, and a histogram for the percentiles. When the columns are full, pairs merge. */
import type { Percentiles, TurnMark } from '../../core/contract/chat/turn'

export const gapColumns = 256
/** Histogram bins are 2% wide, so percentiles are accurate to within 1%. */
const binWidth = 1.02
const shortestMs = 0.01
const longestMs = 100_000
const bins = Math.ceil(Math.log(longestMs / shortestMs) / Math.log(binWidth))
const mostMarks = 64
export const notifyEveryMs = 1000

export interface StoredGaps {
  readonly longest: readonly number[]
  /** Non-empty bins of the histogram, with their counts. */
  readonly counts: readonly (readonly [at: number, count: number])[]
  readonly gapsPerColumn: number
  readonly gaps: number
  readonly longestGapMs: number
  readonly marks: readonly TurnMark[]
}

export class GapRecord {
  /** Only the first `columns` elements are in use. */
  readonly longest = new Float32Array(gapColumns)
  columns = 0
  gapsPerColumn = 1
  gaps = 0
  longestMs = 0
  marks: readonly TurnMark[] = []
  private readonly counts = new Uint32Array(bins)
  private readonly listeners = new Set<() => void>()
  private notifiedAtMs = Number.NEGATIVE_INFINITY
  private changes = 0

  add(gapsMs: readonly number[], marks: readonly TurnMark[], nowMs: number): void {
    for (const gapMs of gapsMs) this.addGap(gapMs)
    if (marks.length > 0) this.marks = [...this.marks, ...marks].slice(-mostMarks)
    if (gapsMs.length + marks.length > 0 && nowMs - this.notifiedAtMs >= notifyEveryMs) this.notify(nowMs)
  }
  end(nowMs: number): void {
    this.notify(nowMs)
  }
  clear(): void {
    this.longest.fill(0)
    this.counts.fill(0)
    this.columns = 0
    this.gapsPerColumn = 1
    this.gaps = 0
    this.longestMs = 0
    this.marks = []
  }

  toJSON(): StoredGaps {
    const { columns, gapsPerColumn, gaps, longestMs: longestGapMs, marks } = this
    const counts = Array.from(this.counts.entries()).filter(([, count]) => count > 0)
    return { longest: Array.from(this.longest.subarray(0, columns)), counts, gapsPerColumn, gaps, longestGapMs, marks }
  }
  /** Throws if the data is invalid. */
  static from({ longest, counts, gapsPerColumn, gaps, longestGapMs, marks }: StoredGaps): GapRecord {
    const record = new GapRecord()
    if (![gapsPerColumn, gaps, longestGapMs].every(Number.isFinite) || !Array.isArray(marks)) throw new Error('Expected stored gaps')
    record.longest.set(longest)
    for (const [at, count] of counts) record.counts[at] = count
    return Object.assign(record, { columns: longest.length, gapsPerColumn, gaps, longestMs: longestGapMs, marks })
  }

  percentiles(): Percentiles | null {
    return this.gaps === 0 ? null : { p50: this.quantile(0.5), p90: this.quantile(0.9), p99: this.quantile(0.99) }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  readonly version = (): number => this.changes

  private addGap(gapMs: number): void {
    const column = Math.floor(this.gaps / this.gapsPerColumn)
    if (column === gapColumns) {
      this.halve()
      this.addGap(gapMs)
      return
    }
    this.longest[column] = Math.max(this.longest[column] as number, gapMs)
    this.columns = column + 1
    this.gaps++
    this.longestMs = Math.max(this.longestMs, gapMs)
    const at = Math.floor(Math.log(Math.max(gapMs, shortestMs) / shortestMs) / Math.log(binWidth))
    this.counts[Math.min(bins - 1, at)] = (this.counts[Math.min(bins - 1, at)] as number) + 1
  }

  private halve(): void {
    for (let at = 0; at < gapColumns / 2; at++)
      this.longest[at] = Math.max(this.longest[2 * at] as number, this.longest[2 * at + 1] as number)
    this.longest.fill(0, gapColumns / 2)
    this.gapsPerColumn *= 2
  }

  private quantile(share: number): number {
    let left = share * (this.gaps - 1)
    for (let at = 0; at < bins; at++) {
      left -= this.counts[at] as number
      if (left < 0) return shortestMs * binWidth ** (at + 0.5)
    }
    return this.longestMs
  }

  private notify(nowMs: number): void {
    this.notifiedAtMs = nowMs
    this.changes++
    for (const listener of this.listeners) listener()
  }
}

const mostRecords = 24
const records = new Map<string, GapRecord>()

export const allGapRecords = (): readonly (readonly [turnId: string, record: GapRecord])[] =>
  [...records].filter(([, { gaps }]) => gaps > 0)
export function putGapRecord(turnId: string, record: GapRecord): void {
  if (!records.has(turnId)) records.set(turnId, record)
}

export function gapRecord(turnId: string): GapRecord {
  const record = records.get(turnId) ?? new GapRecord()
  records.delete(turnId)
  records.set(turnId, record)
  for (const oldest of records.keys()) {
    if (records.size <= mostRecords) break
    records.delete(oldest)
  }
  return record
}
