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
  it('pairs allocated and planned caches of equal kind and size, in any order', () => {
    expect(figures([allocated('full', 1), allocated('sliding', 2)], [planned('sliding', 2), planned('full', 1)])).toEqual([
      ['full', 1, 1],
      ['sliding', 2, 2],
    ])
  })
  it('prefers a planned cache of equal size to others of the same kind', () => {
    expect(figures([allocated('full', 9), allocated('full', 1)], [planned('full', 1), planned('csa', 2)])).toEqual([
      ['full', 2, 9],
      ['full', 1, 1],
    ])
  })
  it('lists caches that were not planned, and planned caches that were not allocated', () => {
    expect(figures([allocated('full', 1)], [planned('recurrent', 5)])).toEqual([
      ['full', null, 1],
      ['recurrent', 5, null],
    ])
  })
  it('expects 0 bytes for an empty allocated cache, and omits empty planned caches', () => {
    expect(figures([allocated('full', 0), allocated('sliding', 2)], [planned('sliding', 2)])).toEqual([
      ['full', 0, 0],
      ['sliding', 2, 2],
    ])
    expect(figures([allocated('full', 1)], [planned('full', 1), planned('indexer', 0)])).toEqual([['full', 1, 1]])
  })
})
