import { expect, it } from 'vitest'
import { curvesOf, firstShown, mostCurves } from './policy-curves'

const estimate = (value: number, half = 10) => ({ value, low: value - half, high: value + half })
const row = (policy: string, mode: string | null, compressionRatio: number, needle: number, multiKey: number) => ({
  policy,
  mode,
  compressionRatio,
  needle: estimate(needle),
  multiKey: estimate(multiKey),
  commonWords: null,
})
const rows = [
  { ...row('full', null, 0, 100, 80), commonWords: estimate(0) },
  row('window', 'query-agnostic', 0.62, 20, 10),
  row('window', 'query-agnostic', 0.25, 60, 50),
  row('keydiff', 'query-agnostic', 0.62, 50, 40),
  row('keydiff', 'query-aware', 0.62, 30, 20),
  row('quest', null, 0, 90, 90),
]

it('curvesOf plots the mean of the tasks against the removed share, starts at the full cache, and puts the best policy first', () => {
  const curves = curvesOf({ rows }, 'query-agnostic')
  expect(curves.map(({ policy }) => policy)).toEqual(['keydiff', 'window'])
  // The full cache has (100 + 80) / 2. A task that was measured only with the full cache does not count.
  expect(curves[1]?.points.map(({ x, y }) => [x, y.value])).toEqual([
    [0, 90],
    [25, 55],
    [62, 15],
  ])
  // Two independent errors of 10: sqrt(200) / 2.
  const [low, high] = curves[0]?.points[1]?.y.span ?? []
  expect(low).toBeCloseTo(45 - Math.sqrt(50), 9)
  expect(high).toBeCloseTo(45 + Math.sqrt(50), 9)
})
it('curvesOf returns different curves for each mode, and no curve for a policy that removes nothing', () => {
  expect(curvesOf({ rows }, 'query-aware').map(({ policy, points }) => [policy, points.at(-1)?.y.value])).toEqual([['keydiff', 25]])
  expect(curvesOf({ rows: rows.slice(0, 1) }, 'query-aware')).toEqual([])
})
it('firstShown selects the best curves and the weakest one', () => {
  const curves = Array.from({ length: 10 }, (_, i) => ({ policy: `p${i}`, points: [] }))
  expect(firstShown(curves)).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p9'])
  expect(firstShown(curves)).toHaveLength(mostCurves)
  expect(firstShown(curves.slice(0, 2))).toEqual(['p0', 'p1'])
})
