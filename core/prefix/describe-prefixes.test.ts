import { expect, it } from 'vitest'
import { type ListedPrefix, listHoldings, listNext, placePrefixes } from './describe-prefixes'
import { PrefixStore } from './prefix-store'
import { evenRates, range, someKey } from './testing/sample-holdings'

const infinite = Number.POSITIVE_INFINITY
const clock = { now: 1000, dateMs: 1_700_000_001_000 }

function storeOfThree(): PrefixStore {
  const store = new PrefixStore(
    { cells: { amount: 400, places: 2 }, memory: { amount: 1000, places: infinite }, disk: { amount: 1000, places: infinite } },
    evenRates,
  )
  const put = (id: string, tier: 'cells' | 'memory', tokens: readonly number[], amount: number, now: number) => {
    const admission = store.admit({ tier, amount, isPrivate: false }, now)
    if ('room' in admission) store.put(admission.room, { id, key: someKey, owner: `owner of ${id}`, tokens }, now)
  }
  put('live', 'cells', range(0, 50), 200, 900)
  put('copy', 'memory', [...range(0, 20), ...range(500, 510)], 300, 100)
  put('part', 'memory', range(0, 20), 200, 800)
  return store
}

/** The tokens are their own words. */
const wordsAt = ({ tokens }: ListedPrefix, from: number) => tokens.slice(from, from + 2).join(' ')

it('lists what the store holds, with dates, and bytes for every tier', () => {
  const listed = listHoldings(storeOfThree(), someKey, clock, ({ tokens }) => tokens * 1000)
  expect(listed.map(({ prefix }) => [prefix.id, prefix.conversationId, prefix.tokens, prefix.bytes, prefix.usedAtMs])).toEqual([
    ['live', 'owner of live', 50, 50_000, 1_700_000_000_900],
    ['copy', 'owner of copy', 30, 300, 1_700_000_000_100],
    ['part', 'owner of part', 20, 200, 1_700_000_000_800],
  ])
})
it('draws what prefixes share as one node, with the words that each node begins with', () => {
  const listed = listHoldings(storeOfThree(), someKey, clock, () => 0)
  const { prefixes, nodes } = placePrefixes(listed, wordsAt)
  expect(nodes).toEqual([
    { parent: null, from: 0, to: 20, firstWords: '0 1', prefixIds: ['live', 'copy', 'part'] },
    { parent: 0, from: 20, to: 50, firstWords: '20 21', prefixIds: ['live'] },
    { parent: 0, from: 20, to: 30, firstWords: '500 501', prefixIds: ['copy'] },
  ])
  expect(prefixes.map(({ firstWords }) => firstWords)).toEqual(['0 1', '0 1', '0 1'])
})
it('lists the whole order of eviction of a tier, with the reasons: first what another copy contains', () => {
  expect(listNext(storeOfThree(), ['memory'], clock)).toEqual([
    { prefixId: 'part', reason: 'held-elsewhere', onlyTokens: 0, againMs: 0 },
    expect.objectContaining({ prefixId: 'copy', reason: 'least-worth', onlyTokens: 30 }),
  ])
})
