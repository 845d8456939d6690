import { describe, expect, it } from 'vitest'
import type { CacheAllocation } from '../contract/cache/cache'
import type { PlannedCache } from '../kv/cache-plan'
import { compareCaches } from './compare-caches'

const allocated = (kind: CacheAllocation['kind'], keyBytes: number): CacheAllocation => ({
  kind,
  cells: 256,
  layers: 1,
  streams: 1,
  keyBytes,
  valueBytes: 0,
  exact: true,
})
const planned = (kind: PlannedCache['kind'], bytes: number): PlannedCache => ({
  kind,
  cells: 256,
  windowCells: 256,
  streams: 1,
  layers: 1,
  keyBytes: bytes,
  valueBytes: 0,
  stateBytes: 0,
  bytes,
})
const figures = (...args: Parameters<typeof compareCaches>) =>
  compareCaches(...args).map(({ kind, predictedBytes, allocatedBytes }) => [kind, predictedBytes, allocatedBytes])

describe('compareCaches', () => {
  it('pairs equal caches in any order', () => {
    expect(figures([allocated('full', 1), allocated('sliding', 2)], [planned('sliding', 2), planned('full', 1)])).toEqual([
      ['full', 1, 1],
      ['sliding', 2, 2],
    ])
  })
  it('pairs caches of equal size before other caches of that kind', () => {
    expect(figures([allocated('full', 9), allocated('full', 1)], [planned('full', 1), planned('csa', 2)])).toEqual([
      ['full', 2, 9],
      ['full', 1, 1],
    ])
  })
  it('lists caches that were not planned, and planned caches that are missing', () => {
    expect(figures([allocated('full', 1)], [planned('recurrent', 5)])).toEqual([
      ['full', null, 1],
      ['recurrent', 5, null],
    ])
  })
  it('ignores caches of zero bytes on both sides', () => {
    expect(figures([allocated('full', 0), allocated('sliding', 2)], [planned('sliding', 2)])).toEqual([
      ['full', 0, 0],
      ['sliding', 2, 2],
    ])
    expect(figures([allocated('full', 1)], [planned('full', 1), planned('indexer', 0)])).toEqual([['full', 1, 1]])
  })
})
