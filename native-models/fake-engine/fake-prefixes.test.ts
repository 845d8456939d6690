import { expect, it } from 'vitest'
import { FakePrefixes } from './fake-prefixes'
import { fakeTokenBytes } from './made-context'

const nothing = new Map<string, readonly string[]>()
const nobody = { conversationId: null, words: [] }
const heldBy = (conversationId: string, text: string) => ({ conversationId, words: text.split(' ') })
const newStore = (memoryTokens: number) =>
  new FakePrefixes({ contextTokens: 100, memoryBytes: memoryTokens * fakeTokenBytes, prefillTokensPerSecond: 1 })
const read = (store: FakePrefixes, held: typeof nobody | ReturnType<typeof heldBy>) => store.describe(held, false, [], nothing)

it('gives a prompt the words of a copy in memory, and counts what that saves', () => {
  const store = newStore(50)
  store.use('a', ['one', 'two', 'three'], nobody)
  const a = heldBy('a', 'one two three four')
  expect(store.use('b', ['other', 'words'], a)).toBeUndefined()
  const b = heldBy('b', 'other words')
  expect(store.use('a', ['one', 'two', 'three', 'five'], b)).toEqual(['one', 'two', 'three'])
  const { prefixes } = read(store, heldBy('a', 'one two three five'))
  expect(prefixes.map(({ tier, conversationId, hits }) => [tier, conversationId, hits])).toEqual([
    ['memory', 'a', 1],
    ['memory', 'b', 0],
    ['cells', 'a', 0],
  ])
  expect(prefixes[0]?.savedMs).toBeCloseTo(3000, 0)
})
it('keeps no more in memory than the budget allows', () => {
  const store = newStore(5)
  store.use('b', ['x'], heldBy('a', 'one two three'))
  store.use('c', ['x'], heldBy('b', 'four five six'))
  const { prefixes, tiers } = read(store, nobody)
  expect(prefixes.map(({ conversationId }) => conversationId)).toEqual(['b'])
  expect(tiers.find(({ tier }) => tier === 'memory')).toMatchObject({ usedBytes: 3 * fakeTokenBytes, budgetBytes: 5 * fakeTokenBytes })
})
it('forgets a conversation in both tiers', () => {
  const store = newStore(50)
  store.use('b', ['one'], heldBy('a', 'one two'))
  store.forget('a')
  expect(read(store, nobody).prefixes).toEqual([])
})
