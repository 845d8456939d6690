import { describe, expect, it } from 'vitest'
import { policyNamed, sharedPolicies } from '../policies/all'
import { baseOf, type PolicyName } from './policy'
import { headCells } from './testing/head-cells'

/** Keys of one channel, so Knorm's score is the negative number. */
const head = (...keys: number[]) => headCells(keys.length, { keys: Float32Array.from(keys) })
const kept = (name: PolicyName, heads: Parameters<ReturnType<typeof policyNamed>['keep']>[0], budget: number) =>
  policyNamed(name)
    .keep(heads, budget)
    .map((cells) => [...cells])

describe('Knorm with a budget that the heads share', () => {
  it('gives a head with 9 of the layer’s 10 best keys 0.8 × 9 + 1 cells, rounded to 8, and the other head 0.8 × 1 + 1, rounded to 2', () => {
    const short = head(20, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    const long = head(10, 30, 31, 32, 33, 34, 35, 36, 37, 38)
    expect(kept('ada:knorm', [short, long], 5)).toEqual([
      [1, 2, 3, 4, 5, 6, 7, 8],
      [0, 1],
    ])
    expect(kept('knorm', [short, long], 5).map(({ length }) => length)).toEqual([5, 5])
  })
  it('keeps the same cells as without sharing if all heads have the same scores', () => {
    const same = [head(9, 2, 7, 4, 5, 6, 3, 8, 1, 10), head(9, 2, 7, 4, 5, 6, 3, 8, 1, 10)]
    expect(kept('ada:knorm', same, 5)).toEqual(kept('knorm', same, 5))
  })
})

it('H2O with a shared budget keeps the newest half of the budget in each head, and shares the rest', () => {
  const seen = (attention: number) =>
    headCells(20, { cumulativeAttention: Float64Array.from({ length: 20 }, (_, i) => attention - i / 100) })
  // 10 - 5 = 5 cells besides the newest: round(0.8 x 10 + 1) = 9, and round(0.8 x 0 + 1) = 1.
  expect(kept('ada:h2o', [seen(5), seen(1)], 10)).toEqual([
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 18, 19],
    [0, 15, 16, 17, 18, 19],
  ])
})

it('SnapKV with a shared budget is Ada-KV', () => {
  const looksAt = (cell: number) =>
    headCells(40, { windowAttention: [Float64Array.from({ length: 40 }, (_, i) => (i === cell ? 0.5 : 0))] })
  const heads = [looksAt(5), looksAt(12)]
  const shared = sharedPolicies.find(({ name }) => name === 'ada:snapkv')
  expect(shared?.keep(heads, 26).map((cells) => [...cells])).toEqual(kept('ada-kv', heads, 26))
  expect(policyNamed('ada:snapkv').name).toBe('ada-kv')
})

it('a policy with a shared budget reads the same signals as the policy itself', () => {
  for (const { name, source, keep, ...rest } of sharedPolicies) {
    const { name: base, source: ownSource, keep: ownKeep, ...own } = policyNamed(baseOf(name))
    expect({ ...rest, scoresOf: expect.any(Function) }).toEqual(own)
    expect(keep).not.toBe(ownKeep)
    expect(source).toBe(`${ownSource}; Feng et al., Ada-KV, arXiv:2407.11550`)
    expect(name).toBe(`ada:${base}`)
  }
})
