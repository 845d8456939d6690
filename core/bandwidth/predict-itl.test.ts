import { describe, expect, it } from 'vitest'
import { type DepthPoint, itlLine, itlOn, type PredictionOutcome, predictedItl, predictItl } from './predict-itl'

/** 100 B of cache per cell, and 1,000 B of weights. */
const bytes = { cache: (tokens: number) => 100 * tokens, moved: (tokens: number) => 1000 + 100 * tokens }
const point = (tokens: number, itlMs: number): DepthPoint => ({ tokens, itlMs })
/** 10 ms plus 1 ms per 100 cells. */
const straight = [100, 200, 300, 400, 500, 600].map((tokens) => point(tokens, 10 + tokens / 100))

function predictionOf(outcome: PredictionOutcome) {
  if (!outcome.ok) throw new Error(`Expected a prediction, got: ${outcome.why}`)
  return outcome.prediction
}
const itlAt = (outcome: PredictionOutcome, tokens: number, read = bytes) => predictedItl(predictionOf(outcome), tokens, read)

describe('the prediction of ITL', () => {
  it('follows the line through the points', () => {
    expect(itlAt(predictItl(straight, bytes, null), 2000)?.ms).toBeCloseTo(30, 9)
  })
  it('ends at a quarter of the shallowest measured point, and at four times the deepest', () => {
    const outcome = predictItl(straight, bytes, null)
    expect(itlAt(outcome, 2400)).not.toBeNull()
    expect(itlAt(outcome, 2401)).toBeNull()
    expect(itlAt(outcome, 25)).not.toBeNull()
    expect(itlAt(outcome, 24)).toBeNull()
  })
  it('ignores an outlier, but widens the interval', () => {
    const outcome = predictItl([...straight.slice(0, 2), point(300, 14), ...straight.slice(3)], bytes, null)
    const { ms, lowMs, highMs } = itlAt(outcome, 1000) ?? { ms: 0, lowMs: 0, highMs: 0 }
    expect(ms).toBeCloseTo(20, 9)
    // Deviation 1 / sqrt(4) = 0.5; t = 2.776; sqrt(1 + 1/6 + 650² / 175,000) = 1.892.
    expect(highMs - ms).toBeCloseTo(2.776 * 0.5 * 1.892, 1)
    expect(ms - lowMs).toBeCloseTo(highMs - ms, 9)
  })
  it('stops growing when the cache stops growing', () => {
    const window = { cache: (tokens: number) => 100 * Math.min(tokens, 300), moved: bytes.moved }
    const points = [100, 150, 200, 250, 300, 900].map((tokens) => point(tokens, 10 + Math.min(tokens, 300) / 100))
    expect(itlAt(predictItl(points, window, null), 3000, window)?.ms).toBeCloseTo(13, 9)
  })
  it('never falls with depth, and never assumes that the cache is read faster than the memory allows', () => {
    const level = straight.map(({ tokens }) => point(tokens, 10 - tokens / 1e6))
    expect(predictionOf(predictItl(level, bytes, null)).line.msPerByte).toBe(0)
    // At 100,000,000 B/s, a byte takes 0.00001 ms.
    expect(predictionOf(predictItl(level, bytes, 100_000_000)).line.msPerByte).toBeCloseTo(0.00001, 12)
  })
  it('is never below the limit of the memory, even where the line and its interval are', () => {
    // Each point is at the limit: (1,000 + 100 x tokens) B at 100,000 B/s; one is 10 ms above it.
    const points = straight.map(({ tokens }) => point(tokens, (1000 + 100 * tokens) / 100 + (tokens === 300 ? 10 : 0)))
    const { lowMs } = itlAt(predictItl(points, bytes, 100_000), 1000) ?? { lowMs: 0 }
    expect(lowMs).toBe(1010)
  })
  it('may be below that limit only as far as the measured points are: the processor’s cache delivers bytes, too', () => {
    // Half of the limit at 100 cells.
    const points = straight.map(({ tokens }) => point(tokens, (1000 + 100 * tokens) / 200))
    const prediction = predictionOf(predictItl(points, bytes, 100_000))
    expect(prediction.shareOfLimit).toBeCloseTo(0.5, 9)
    expect(predictedItl(prediction, 2000, bytes)?.ms).toBeCloseTo(bytes.moved(2000) / 200, 9)
  })
  it('says how far a line through the shallower points is off in the deepest third', () => {
    const more = [700, 800, 900].map((tokens) => point(tokens, 10 + tokens / 100))
    const off = [...straight, ...more.slice(0, 2), point(900, 20)]
    // 19 ms predicted, 20 ms measured.
    expect(predictionOf(predictItl(off, bytes, null)).check).toEqual({
      heldOut: 3,
      medianError: expect.closeTo(0, 9),
      largestError: expect.closeTo(0.05, 9),
    })
    expect(predictionOf(predictItl(straight, bytes, null)).check).toBeNull()
  })
})

describe('there is no prediction', () => {
  it('from fewer than six points', () => {
    expect(predictItl(straight.slice(0, 5), bytes, null)).toMatchObject({ ok: false, why: 'few', range: { points: 5, deepest: 500 } })
    expect(predictItl([], bytes, null)).toMatchObject({ why: 'few', range: { points: 0, shallowest: 0, deepest: 0 } })
  })
  it('from points within one block of 256 cells: 50 gaps at 16 to 65 cells say nothing about 2,048 cells', () => {
    const points = [16, 25, 35, 45, 55, 65].map((tokens) => point(tokens, 0.65))
    expect(predictItl(points, bytes, null)).toEqual({
      ...{ ok: false, why: 'narrow' },
      range: { points: 6, shallowest: 16, deepest: 65, fastestMs: 0.65, slowestMs: 0.65 },
    })
  })
  it('from points that differ too much, as on a busy machine', () => {
    const points = [2.87, 11.4, 22.7, 3.1, 19, 4].map((itlMs, at) => point(100 + at * 60, itlMs))
    expect(predictItl(points, bytes, null)).toMatchObject({ why: 'scattered', range: { fastestMs: 2.87, slowestMs: 22.7 } })
  })
  it('if every point read as many bytes of cache', () => {
    expect(predictItl(straight, { ...bytes, cache: () => 100 }, null)).toMatchObject({ why: 'same-bytes' })
  })
})

it('itlLine needs two points that read different numbers of bytes', () => {
  const line = itlLine([point(100, 11), point(300, 13)], bytes.cache)
  expect(line && itlOn(line, bytes.cache(2000))).toBeCloseTo(30, 9)
  expect(itlLine([point(100, 12), point(100, 11)], bytes.cache)).toBeNull()
})
