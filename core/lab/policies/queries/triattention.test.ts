/**
 * The expected values are from a numpy port of WeianMao/triattention at c3744ee, pruning_utils.py (build_geometric_offsets(65536)) and
 * triattention.py.
 */
import { expect, it } from 'vitest'
import { headCells } from '../../selection/testing/head-cells'
import { geometryScores, triAttention } from './triattention'

const positions = [0, 1, 2, 3, 5, 6, 8, 9, 10, 11, 13, 14]
const frequencies = Float64Array.of(1, 0.1)
/** Each pair is a complex number, which RoPE multiplies by e^(i frequency position). */
const keys = Float32Array.from(
  positions.flatMap((position, i) =>
    [0, 1].flatMap((pair) => {
      const [re, im] = [Math.sin(1.3 * i + 0.8 * pair) * (1 + pair), Math.cos(0.9 * i + 1.7 * pair)]
      const angle = position * (frequencies[pair] as number)
      return [re * Math.cos(angle) - im * Math.sin(angle), re * Math.sin(angle) + im * Math.cos(angle)]
    }),
  ),
)
const head = headCells(positions.length, {
  positions,
  keys,
  geometry: {
    queryHeads: [
      { center: Float32Array.of(0.8, 0.3, -0.5, 1.1), magnitudes: Float32Array.of(1, 1.5) },
      { center: Float32Array.of(-0.4, 0.9, 0.7, 0.2), magnitudes: Float32Array.of(1.3, 0.9) },
    ],
    keyCenter: new Float32Array(4),
    frequencies,
  },
})

it('TriAttention scores 12 keys like the authors’ code, for distances of 1 to 65,536 tokens beyond the next position', () => {
  const expected = [
    -0.36400656572202267, 0.1647754002234831, 0.5710705573248145, 1.825825362973806, 0.27150271863651143, -0.07509034858071555,
    0.33349737740221136, 0.7425962821488539, 2.0351707548616793, -0.11065708064660143, 0.8480212874764022, 1.5048329877144806,
  ]
  const scores = geometryScores(head)
  expected.forEach((score, cell) => {
    expect(scores[cell]).toBeCloseTo(score, 4)
  })
})
it('TriAttention keeps the five keys with the highest scores, without favoring the newest tokens', () => {
  expect([...(triAttention.keep([head], 5)[0] ?? [])]).toEqual([3, 7, 8, 10, 11])
})
