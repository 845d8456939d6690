import { expect, it } from 'vitest'
import type { StoredPrefix } from '../../../core/contract/cache/prefixes'
import { sortPrefixes } from './sort-prefixes'

const prefix = (id: string, change: Partial<StoredPrefix>): StoredPrefix => ({
  id,
  tier: 'cells',
  conversationId: id,
  name: id,
  firstWords: '',
  tokens: 1,
  bytes: 1,
  checkpoints: 0,
  usedAtMs: 1,
  hits: null,
  savedMs: null,
  isPinned: false,
  isBusy: false,
  isUsable: true,
  ...change,
})
const all = [prefix('b', { tier: 'disk', tokens: 5, hits: 2 }), prefix('a', { tier: 'memory', tokens: 9 }), prefix('c', { hits: 7 })]
const sorted = (key: Parameters<typeof sortPrefixes>[1]['key'], isDescending = false) =>
  sortPrefixes(all, { key, isDescending }, ({ name }) => name ?? '').map(({ id }) => id)

it('sortPrefixes sorts by name, by tier from the fastest one, and by number', () => {
  expect(sorted('name')).toEqual(['a', 'b', 'c'])
  expect(sorted('tier')).toEqual(['c', 'a', 'b'])
  expect(sorted('tokens', true)).toEqual(['a', 'b', 'c'])
})
it('sortPrefixes puts unknown values last, whatever the direction', () => {
  expect(sorted('hits')).toEqual(['b', 'c', 'a'])
  expect(sorted('hits', true)).toEqual(['c', 'b', 'a'])
})
