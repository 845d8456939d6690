import { expect, it } from 'vitest'
import type { Budgets, Room } from './budgets'
import type { CacheKey } from './cache-key'
import type { Tier } from './holding'
import { PrefixStore } from './prefix-store'
import { evenRates, range, someKey } from './testing/sample-holdings'

const budgets: Budgets = {
  cells: { amount: 400, places: 2 },
  memory: { amount: 100, places: Number.POSITIVE_INFINITY },
  disk: { amount: 1000, places: Number.POSITIVE_INFINITY },
}
const asker = { conversationId: 'asker', isPrivate: false }
const want = (tier: Tier, amount: number) => ({ tier, amount, isPrivate: false })

function newStore() {
  const store = new PrefixStore(budgets, evenRates)
  const admit = (tier: Tier, amount: number, now = 0): Room => {
    const admission = store.admit(want(tier, amount), now)
    if ('refusal' in admission) throw new Error(admission.refusal.kind)
    return admission.room
  }
  const put = (id: string, tier: Tier, tokens: readonly number[], amount = tokens.length, now = 0) =>
    store.put(admit(tier, amount, now), { id, key: someKey, owner: `owner of ${id}`, tokens }, now)
  return { store, admit, put }
}

const refusalOf = (store: PrefixStore, tier: Tier, amount: number) => {
  const admission = store.admit(want(tier, amount), 0)
  return 'refusal' in admission ? admission.refusal : null
}

it('finds the longest prefix in any tier, for any conversation, under the same key only', () => {
  const { store, put } = newStore()
  put('sequence', 'cells', range(0, 50), 200)
  put('file', 'disk', range(0, 80))
  expect(store.plan(someKey, range(0, 90), asker).chosen).toMatchObject({ kind: 'disk', holdingId: 'file', reusedTokens: 80 })
  expect(store.plan('another model' as CacheKey, range(0, 90), asker).chosen.kind).toBe('process')
})
it('follows a sequence that grows and is cut', () => {
  const { store, put } = newStore()
  put('sequence', 'cells', [], 200)
  store.setGrowing('sequence', true)
  for (const token of range(0, 60)) store.extend('sequence', [token], 0)
  expect(store.plan(someKey, range(0, 90), asker).chosen).toMatchObject({ kind: 'copy', reusedTokens: 60 })
  store.cut('sequence', 20)
  expect(store.plan(someKey, range(0, 90), asker).chosen).toMatchObject({ kind: 'copy', reusedTokens: 20 })
  expect(() => store.extend('sequence', range(20, 201), 0)).toThrow('at most 200 tokens')
})
it('counts what a holding saved', () => {
  const { store, put } = newStore()
  put('copy', 'memory', range(0, 80))
  const tokens = range(0, 90)
  store.use(someKey, tokens, store.plan(someKey, tokens, asker), asker, 5)
  expect(store.holdings[0]).toMatchObject({ hits: 1, usedAtMs: 5 })
  expect(store.holdings[0]?.savedMs).toBeCloseTo(80 - 0.8)
})
it('reserves space from the admission on, so that two writes cannot get the same space', () => {
  const { store, admit, put } = newStore()
  put('old', 'memory', range(0, 60))
  const room = admit('memory', 70)
  expect(room.evictions.map(({ holding, reason, onlyTokens }) => [holding.id, reason, onlyTokens])).toEqual([['old', 'least-worth', 60]])
  expect(refusalOf(store, 'memory', 40)).toEqual({ kind: 'in-use', inUseAmount: 70 })
  expect(() => store.put(room, { id: 'new', key: someKey, owner: 'asker', tokens: [1] }, 0)).toThrow('removed first')
  store.remove('old')
  store.put(room, { id: 'new', key: someKey, owner: 'asker', tokens: [1] }, 0)
  expect(store.usedOf('memory')).toEqual({ amount: 70, places: 1 })
  expect(() => store.put(room, { id: 'again', key: someKey, owner: 'asker', tokens: [1] }, 0)).toThrow('not used yet')
})
it('finds evicted holdings again if the room made for a new holding is given back', () => {
  const { store, admit, put } = newStore()
  put('old', 'memory', range(0, 60))
  const room = admit('memory', 70)
  expect(store.plan(someKey, range(0, 90), asker).chosen.kind).toBe('process')
  store.giveBack(room)
  expect(store.plan(someKey, range(0, 90), asker).chosen.kind).toBe('memory')
  expect(store.usedOf('memory').amount).toBe(60)
})
it('refuses what is larger than the budget, and what only pinned or busy holdings could make room for', () => {
  const { store, put } = newStore()
  expect(refusalOf(store, 'memory', 101)).toEqual({ kind: 'larger-than-budget', amount: 101, budget: 100 })
  put('copy', 'memory', range(0, 60))
  store.setPinned('copy', true)
  expect(refusalOf(store, 'memory', 50)).toEqual({ kind: 'pinned', pinnedAmount: 60 })
  store.setPinned('copy', false)
  const release = store.retain('copy')
  expect(refusalOf(store, 'memory', 50)).toEqual({ kind: 'in-use', inUseAmount: 60 })
  release()
  release()
  expect(refusalOf(store, 'memory', 50)).toBeNull()
})
it('limits sequences, and takes the one whose loss is smallest however many cells it has', () => {
  const { put, admit } = newStore()
  put('short', 'cells', range(500, 510), 150)
  put('long', 'cells', range(0, 100), 250)
  expect(admit('cells', 50).evictions.map(({ holding }) => holding.id)).toEqual(['short'])
})
it('evicts more than the new holding needs after the budget became smaller', () => {
  const { store, put, admit } = newStore()
  put('one', 'memory', range(0, 40))
  put('two', 'memory', range(100, 140))
  store.budgets = { ...budgets, memory: { ...budgets.memory, amount: 20 } }
  expect(admit('memory', 10).evictions).toHaveLength(2)
  expect(refusalOf(store, 'memory', 30)).toMatchObject({ kind: 'larger-than-budget', budget: 20 })
})
it('evicts a copy first if another one contains it, even if it was used last', () => {
  const { store, put, admit } = newStore()
  put('whole', 'memory', range(0, 50), 50, 0)
  put('part', 'memory', range(0, 40), 40, 10)
  expect(store.nextEvictions('memory', 1000, 20).map(({ holding, reason }) => [holding.id, reason])).toEqual([
    ['part', 'held-elsewhere'],
    ['whole', 'least-worth'],
  ])
  expect(admit('memory', 20, 20).evictions).toMatchObject([{ holding: { id: 'part' }, reason: 'held-elsewhere' }])
})
it('evicts the older copy of the same conversation first, but only if space is short', () => {
  const { store, put } = newStore()
  put('old', 'memory', range(0, 40), 40, 9)
  put('other', 'memory', range(500, 540), 40, 0)
  const replacing = (amount: number) => store.admit({ ...want('memory', amount), replaces: 'old' }, 10)
  expect(replacing(20)).toMatchObject({ room: { evictions: [] } })
  expect(replacing(30)).toMatchObject({ room: { evictions: [{ holding: { id: 'old' }, reason: 'replaced' }] } })
})
it('never takes in a private conversation, and counts its sequence all the same', () => {
  const { store, put } = newStore()
  put('sequence', 'cells', range(0, 50), 200)
  const isPrivate = true
  expect(store.admit({ tier: 'disk', amount: 1, isPrivate }, 0)).toEqual({ refusal: { kind: 'private' } })
  const admission = store.admit({ tier: 'cells', amount: 200, isPrivate }, 0)
  if ('refusal' in admission) throw new Error('Expected a room')
  expect(store.usedOf('cells')).toEqual({ amount: 400, places: 2 })
  expect(() => store.put(admission.room, { id: 'private', key: someKey, owner: 'private', tokens: [1] }, 0)).toThrow('no private tokens')
  const tokens = range(0, 60)
  const asked = { conversationId: 'private', isPrivate }
  store.use(someKey, tokens, store.plan(someKey, tokens, asked), asked, 5)
  expect(store.holdings[0]).toMatchObject({ hits: 0, usedAtMs: 0 })
  store.giveBack(admission.room)
  expect(store.usedOf('cells').places).toBe(1)
})
it('forgets a conversation but keeps what others share with it, and is empty after everything is deleted', () => {
  const { store, put } = newStore()
  put('one', 'disk', range(0, 50))
  put('two', 'disk', [...range(0, 30), 99])
  expect(store.forget('owner of one').map(({ id }) => id)).toEqual(['one'])
  expect(store.plan(someKey, range(0, 50), asker).chosen).toMatchObject({ kind: 'disk', reusedTokens: 30 })
  expect(store.clear().map(({ id }) => id)).toEqual(['two'])
  expect(store.holdings).toEqual([])
  expect(store.treeOf(someKey)).toBeUndefined()
})
it('loses the cells when the engine dies, and keeps copies and files', () => {
  const { store, put } = newStore()
  put('sequence', 'cells', range(0, 50), 200)
  put('file', 'disk', range(0, 50))
  expect(store.clear(['cells']).map(({ id }) => id)).toEqual(['sequence'])
  expect(store.plan(someKey, range(0, 60), asker).chosen.kind).toBe('disk')
})
