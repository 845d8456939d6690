import { describe, expect, it } from 'vitest'
import { inGroups } from './in-groups'

type Costs = Readonly<Record<number, number>>

const indexesIn = (costs: Costs) => Object.keys(costs).map((index) => ({ index: Number(index) }))
const order = (costs: Costs, busy: readonly number[], groupCost = 100) =>
  inGroups(indexesIn(costs), { busy, groupCost, costAfter: ({ index }) => costs[index] as number }).map(({ index }) => index)

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
  it('spares a neighbor that is worth more than a further group costs', () => {
    expect(order({ 0: 10, 2: 200 }, [3])[0]).toBe(0)
  })
  it('gives several answers one group', () => {
    expect(order({ 0: 0, 2: 5, 4: 30, 5: 40, 6: 20 }, []).slice(0, 3)).toEqual([0, 2, 6])
    expect(order({ 0: 50, 2: 55, 4: 30, 5: 40, 6: 20 }, []).slice(0, 3)).toEqual([6, 5, 4])
  })
  it('takes one of two copies early, and the last one late', () => {
    const costAfter = ({ index }: { readonly index: number }, before: readonly unknown[]) =>
      index === 4 ? 300 : before.length > 0 ? 900 : 0
    const taken = inGroups(indexesIn({ 0: 0, 2: 0, 4: 0 }), { busy: [], groupCost: 100, costAfter })
    expect(taken.map(({ index }) => index)).toEqual([0, 4, 2])
  })
  it('keeps the order of sequences that cost the same', () => {
    const taken = inGroups([{ index: 7 }, { index: 4 }, { index: 1 }], { busy: [], groupCost: 0, costAfter: () => 0 })
    expect(taken.map(({ index }) => index)).toEqual([7, 4, 1])
  })
})
