import { describe, expect, it } from 'vitest'
import { studentT } from '../../stats/student-t'
import { serveResult } from '../results/serve-result'
import { loadRun, record } from '../testing/records'
import { pairedRatio, verdictOfRatio } from './paired-ratio'
import { readResults } from './read-results'
import { sideBySide } from './side-by-side'

const runsIn = (text: string) => {
  const results = readResults(text)
  if ('problem' in results) throw new Error(`Expected results, got ${results.problem.kind}`)
  return results.runs
}
const serve = (more: object) => ({ request_rate: 'inf', max_concurrency: 4, completed: 101, request_throughput: 2, ...more })
const compared = (first: object | object[], second: object | object[]) =>
  sideBySide(runsIn(JSON.stringify(first)), runsIn(JSON.stringify(second)))
const verdicts = (first: object | object[], second: object | object[]) =>
  Object.fromEntries(compared(first, second).flatMap(({ measures }) => measures.map(({ name, verdict }) => [name, verdict])))

describe('Student’s t', () => {
  // Source: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, column 0.975.
  it.each([
    [1, 12.706],
    [2, 4.303],
    [3, 3.182],
    [4, 2.776],
    [9, 2.262],
    [30, 2.042],
    [100, 1.984],
  ])('has the published quantile for %i degrees of freedom', (freedom, quantile) => {
    expect(Math.abs(studentT(freedom) / quantile - 1)).toBeLessThan(0.002)
  })
})

describe('two servers that were measured in turn', () => {
  it('differ if the interval of the ratio excludes 1', () => {
    // Both slow down from round to round; the second has always about 80% of the first.
    const ratio = pairedRatio([100, 90, 80, 70], [80, 73, 63, 56])
    expect(ratio).toMatchObject({ rounds: 4, ratio: expect.closeTo(0.8, 1) })
    expect(ratio && verdictOfRatio(ratio)).toBe('lower')
    const other = pairedRatio([80, 73, 63, 56], [100, 90, 80, 70])
    expect(other && verdictOfRatio(other)).toBe('higher')
  })
  it('have the interval that is computed by hand', () => {
    // Logarithms 0, ln 2, 2 ln 2: mean ln 2, deviation ln 2, half-width 4.30265 x ln 2 / sqrt(3) = 2.4842 ln 2.
    const ratio = pairedRatio([1, 1, 1], [1, 2, 4])
    expect(ratio?.ratio).toBeCloseTo(2, 12)
    expect(ratio?.low).toBeCloseTo(2 ** (1 - 2.48414), 3)
    expect(ratio?.high).toBeCloseTo(2 ** (1 + 2.48414), 2)
  })
  it('are equal within 2%, and unclear if the interval is wider', () => {
    expect(verdictOfRatio({ ratio: 1.001, low: 0.99, high: 1.01, rounds: 5 })).toBe('equal')
    expect(verdictOfRatio({ ratio: 1.01, low: 1.005, high: 1.03, rounds: 5 })).toBe('equal')
    expect(verdictOfRatio({ ratio: 1.1, low: 0.9, high: 1.3, rounds: 5 })).toBe('unclear')
  })
  it('need three rounds in which both were measured', () => {
    expect(pairedRatio([1, 1], [1, 1])).toBeNull()
    expect(pairedRatio([1, null, 1, 1], [1, 1, null, 1])).toBeNull()
  })
})

describe('two results side by side', () => {
  it('are read from one object, a list, or one object per line', () => {
    const one = JSON.stringify(serve({}))
    for (const text of [one, `[${one}]`, `${one}\n`, `\ufeff${one}`]) expect(runsIn(text)).toHaveLength(1)
    expect(runsIn(`${one}\n${one}\n`)).toHaveLength(2)
  })
  it('can be results of Headroom', () => {
    const result = serveResult(loadRun([record([100, 110]), record([120, 140])], 1000), '0.1.0')
    const [setting] = compared(result, result)
    expect(setting?.first).toEqual({ kind: 'concurrency', requests: 2 })
    expect(setting?.measures.map(({ name }) => name)).toContain('mean_ttft_ms')
    expect(setting?.measures.every(({ ratio }) => ratio === 1 || ratio === null)).toBe(true)
  })
  it('have a verdict only where both have a spread', () => {
    const spread = { mean_ttft_ms: 100, std_ttft_ms: 10, p99_ttft_ms: 130 }
    expect(verdicts(serve(spread), serve({ ...spread, mean_ttft_ms: 110 }))).toEqual({
      request_throughput: null,
      mean_ttft_ms: 'worse',
      p99_ttft_ms: null,
    })
    expect(verdicts(serve(spread), serve({ ...spread, mean_ttft_ms: 90 }))).toMatchObject({ mean_ttft_ms: 'better' })
    // Two standard errors of the difference are 2.8 ms.
    expect(verdicts(serve(spread), serve({ ...spread, mean_ttft_ms: 102 }))).toMatchObject({ mean_ttft_ms: 'equal' })
    const noisy = { mean_ttft_ms: 100, std_ttft_ms: 200 }
    expect(verdicts(serve(noisy), serve({ ...noisy, mean_ttft_ms: 120 }))).toMatchObject({ mean_ttft_ms: 'unclear' })
    expect(verdicts(serve({ mean_ttft_ms: 1 }), serve({ mean_ttft_ms: 2 }))).toMatchObject({ mean_ttft_ms: null })
  })
  it('use the spread between runs if a setting was measured several times', () => {
    const throughputs = (...values: number[]) => values.map((request_throughput) => serve({ request_throughput }))
    expect(verdicts(throughputs(2, 2.01, 1.99), throughputs(2.2, 2.21, 2.19))).toEqual({ request_throughput: 'better' })
    expect(verdicts(throughputs(2, 2.4, 1.6), throughputs(2.2, 2.6, 1.8))).toEqual({ request_throughput: 'unclear' })
  })
  it('are matched by their load, or simply compared if each file has one', () => {
    const loads = [1, 2, 4].map((max_concurrency) => serve({ max_concurrency }))
    expect(compared(loads, loads.slice(1)).map(({ first }) => first)).toEqual([
      { kind: 'concurrency', requests: 2 },
      { kind: 'concurrency', requests: 4 },
    ])
    const rate = serve({ request_rate: 2.5, max_concurrency: null })
    expect(compared(serve({}), rate)).toMatchObject([
      { first: { kind: 'concurrency', requests: 4 }, second: { kind: 'rate', perSecond: 2.5 } },
    ])
    expect(compared(loads, [rate])).toEqual([])
  })
  it('can be rows of llama-bench, with another K and V type in each file', () => {
    const row = (type: string, ts: number, n_gen = 128) => ({
      n_prompt: 0,
      n_gen,
      n_depth: 512,
      type_k: type,
      type_v: type,
      avg_ts: ts,
      stddev_ts: 1,
      samples_ts: [1, 2, 3, 4, 5],
    })
    const [first, second] = compared([row('f16', 100), row('f16', 50, 256)], [row('q8_0', 80), row('q8_0', 50, 256)])
    expect(first).toMatchObject({
      first: { name: 'tg128 @ d512', types: 'f16:f16' },
      second: { types: 'q8_0:q8_0' },
      measures: [{ ratio: 0.8, verdict: 'worse' }],
    })
    expect(second?.measures).toMatchObject([{ verdict: 'equal' }])
    expect(compared([row('f16', 100), row('q8_0', 50)], [row('q8_0', 80)])).toMatchObject([{ first: { types: 'q8_0:q8_0' } }])
  })
  it('have no ratio to 0, and no measure that is not a number of one of them', () => {
    const [setting] = compared(
      serve({ request_throughput: 0, mean_itl_ms: 'NaN', mean_tpot_ms: -5 }),
      serve({ mean_itl_ms: 3, mean_tpot_ms: 5 }),
    )
    expect(setting?.measures).toMatchObject([{ name: 'request_throughput', ratio: null, verdict: null }])
  })
  it.each([
    ['', { kind: 'empty' }],
    ['{"request_throughput": 1', { kind: 'json-incomplete' }],
    [`${JSON.stringify(serve({}))}\n{oops`, { kind: 'line-not-json', line: 2 }],
    ['[1, null, "a", {}]', { kind: 'not-results' }],
    ['{"request_throughput": "fast"}', { kind: 'not-results' }],
  ])('are refused with the reason: %j', (text, problem) => {
    expect(readResults(text)).toEqual({ problem })
  })
})
