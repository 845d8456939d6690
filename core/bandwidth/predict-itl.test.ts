import { describe, expect, it } from 'vitest'
import { itlAt, predictItl } from './predict-itl'

/** 100 B per cell. */
const bytesAt = (tokens: number) => 100 * tokens
const point = (tokens: number, itlMs: number) => ({ tokens, itlMs })

describe('the prediction of ITL', () => {
  it('follows the line through the points: 10 ms plus 1 ms per 100 cells', () => {
    const prediction = predictItl([point(100, 11), point(300, 13)], bytesAt)
    expect(prediction?.baseMs).toBeCloseTo(10, 9)
    expect(prediction && itlAt(prediction, bytesAt(2000))).toBeCloseTo(30, 9)
    expect(prediction?.check).toBeNull()
  })
  it('reports its error: how far a line through the shallower points is off in the deepest third', () => {
    // The line predicts 15 and 16 ms; 20 and 16 ms are measured.
    const points = [point(100, 11), point(200, 12), point(300, 13), point(400, 14), point(500, 20), point(600, 16)]
    expect(predictItl(points, bytesAt)?.check).toEqual({
      heldOut: 2,
      medianError: expect.closeTo(0.125, 9),
      largestError: expect.closeTo(0.25, 9),
    })
  })
  it('ignores an outlier', () => {
    // Six of the ten slopes are 0.01.
    const points = [point(100, 11), point(200, 12), point(300, 90), point(400, 14), point(500, 15)]
    const prediction = predictItl(points, bytesAt)
    expect(prediction && itlAt(prediction, bytesAt(1000))).toBeCloseTo(20, 9)
  })
  it('stops growing when the cache stops growing', () => {
    const window = (tokens: number) => 100 * Math.min(tokens, 300)
    const prediction = predictItl([point(100, 11), point(200, 12), point(300, 13), point(900, 13)], window)
    expect(prediction && itlAt(prediction, window(5000))).toBeCloseTo(13, 9)
    expect(prediction?.check?.largestError).toBeCloseTo(0, 9)
  })
  it('never falls with depth', () => {
    expect(predictItl([point(100, 12), point(200, 11)], bytesAt)).toMatchObject({ msPerByte: 0, baseMs: 11.5 })
  })
  it('never assumes that the cache is read faster than the memory allows', () => {
    // 10 ms at 200 cells. At 100,000 B/s, a byte takes 0.01 ms.
    const prediction = predictItl([point(100, 10), point(300, 10)], bytesAt, 100_000)
    expect(prediction && itlAt(prediction, bytesAt(1200))).toBeCloseTo(10 + 0.01 * bytesAt(1000), 9)
  })
  it('is null for fewer than two depths', () => {
    expect(predictItl([point(100, 12), point(100, 11)], bytesAt)).toBeNull()
    expect(predictItl([], bytesAt)).toBeNull()
  })
})
