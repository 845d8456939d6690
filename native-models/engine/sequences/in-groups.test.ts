import { describe, expect, it } from 'vitest'
import { type Candidate, inGroups } from './in-groups'

const costing = (costs: Readonly<Record<number, number>>) =>
  Object.entries(costs).map(([index, cost]) => ({ index: Number(index), costAfter: () => cost }))
const order = (costs: Readonly<Record<number, number>>, busy: readonly number[], groupCost = 100) =>
  inGroups(costing(costs), busy, groupCost).map(({ index }) => index)

describe('inGroups', () => {
  it('takes the cheapest sequence while no other is busy', () => {
    expect(order({ 0: 30, 1: 20, 2: 10 }, [])[0]).toBe(2)
  })
  it('takes a sequence next to a busy one', () => {
    expect(order({ 0: 10, 2: 40, 4: 20 }, [3])[0]).toBe(4)
    expect(order({ 0: 10, 2: 20, 4: 40 }, [3])[0]).toBe(2)
  })
  it('prefers a sequence that joins two groups', () => {
    expect(order({ 1: 50, 3: 10, 5: 0 }, [0, 2])[0]).toBe(1)
  })
  it('leaves a neighbor alone that is worth more than a further group costs', () => {
    expect(order({ 0: 10, 2: 200 }, [3])[0]).toBe(0)
  })
  it('gives several answers one group', () => {
    expect(order({ 0: 0, 2: 5, 4: 30, 5: 40, 6: 20 }, []).slice(0, 3)).toEqual([0, 2, 6])
    expect(order({ 0: 50, 2: 55, 4: 30, 5: 40, 6: 20 }, []).slice(0, 3)).toEqual([6, 5, 4])
  })
  it('takes one of two copies early, and the last one late', () => {
    const copy = (index: number, other: number) => ({
      index,
      costAfter: (before: readonly Candidate[]) => (before.some((candidate) => candidate.index === other) ? 900 : 0),
    })
    const candidates = [copy(0, 2), copy(2, 0), ...costing({ 4: 300 })]
    expect(inGroups(candidates, [], 100).map(({ index }) => index)).toEqual([0, 4, 2])
  })
  it('keeps the order of sequences that cost the same', () => {
    expect(inGroups(costing({ 1: 0, 4: 0, 7: 0 }).reverse(), [], 0).map(({ index }) => index)).toEqual([7, 4, 1])
  })
})
