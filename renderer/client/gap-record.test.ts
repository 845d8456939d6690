import { describe, expect, it } from 'vitest'
import { GapRecord, gapColumns, notifyEveryMs } from './gap-record'

const recordOf = (gaps: readonly number[]): GapRecord => {
  const record = new GapRecord()
  record.add(gaps, [], 0)
  return record
}

describe('the record of gaps', () => {
  it('has a column for each gap of a short answer', () => {
    const record = recordOf([4, 5, 6])
    expect(Array.from(record.longest.slice(0, record.columns))).toEqual([4, 5, 6])
    expect(record).toMatchObject({ gaps: 3, gapsPerColumn: 1, longestMs: 6 })
  })
  it('never loses a long gap, however many tokens follow', () => {
    const gaps = Array.from({ length: 50_000 }, (_, at) => (at === 31_234 ? 250 : 4))
    const record = recordOf(gaps)
    // 50,000 / 256 = 195.3, and the next power of two is 256.
    expect(record).toMatchObject({ gaps: 50_000, gapsPerColumn: 256, columns: 196, longestMs: 250 })
    expect(record.longest[Math.floor(31_234 / 256)]).toBe(250)
    expect(Array.from(record.longest.slice(0, record.columns)).filter((longest) => longest > 4)).toHaveLength(1)
  })
  it('halves its columns only when they are full', () => {
    expect(recordOf(Array(gapColumns).fill(1)).gapsPerColumn).toBe(1)
    const record = recordOf(Array(gapColumns + 1).fill(1))
    expect(record).toMatchObject({ gapsPerColumn: 2, columns: gapColumns / 2 + 1 })
  })
  it('gives percentiles within 1%', () => {
    const record = recordOf(Array.from({ length: 1000 }, (_, at) => 1 + at / 100))
    const { p50, p90, p99 } = record.percentiles() ?? { p50: 0, p90: 0, p99: 0 }
    for (const [found, wanted] of [
      [p50, 1 + 499.5 / 100],
      [p90, 1 + 899.1 / 100],
      [p99, 1 + 989.01 / 100],
    ] as const)
      expect(Math.abs(found - wanted) / wanted).toBeLessThan(0.01)
    expect(new GapRecord().percentiles()).toBeNull()
  })
  it('accepts a gap of 0 ms and one of an hour', () => {
    const record = recordOf([0, 3_600_000])
    expect(record.percentiles()?.p50).toBeGreaterThan(0)
    expect(record.longestMs).toBe(3_600_000)
  })
  it('notifies its subscribers about once a second, and at the end', () => {
    const record = new GapRecord()
    let changes = 0
    const leave = record.subscribe(() => changes++)
    for (let at = 0; at < 100; at++) record.add([4], [], at * 16)
    expect(changes).toBe(1 + Math.floor(1584 / notifyEveryMs))
    record.end(1600)
    expect(changes).toBe(3)
    leave()
    record.end(5000)
    expect(changes).toBe(3)
  })
  it('can be stored and read back', () => {
    const record = recordOf(Array.from({ length: 1000 }, (_, at) => 1 + at / 100))
    record.add([], [{ afterToken: 7, kind: 'checkpoint', value: 0 }], 0)
    const again = GapRecord.from(JSON.parse(JSON.stringify(record)))
    expect(again).toMatchObject({ gaps: 1000, columns: record.columns, gapsPerColumn: 4, longestMs: 10.99, marks: record.marks })
    expect(again.longest).toEqual(record.longest)
    expect(again.percentiles()).toEqual(record.percentiles())
    again.add([500], [], 0)
    expect(again).toMatchObject({ gaps: 1001, longestMs: 500 })
    expect(() => GapRecord.from({} as never)).toThrow()
  })
  it('keeps the newest 64 marks', () => {
    const record = new GapRecord()
    for (let at = 0; at < 100; at++) record.add([], [{ afterToken: at, kind: 'threads-lowered', value: 1 }], 0)
    expect(record.marks).toHaveLength(64)
    expect(record.marks.at(-1)?.afterToken).toBe(99)
  })
})
