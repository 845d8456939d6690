import type { CacheKey } from '../cache-key'
import { everyLength, type Holding } from '../holding'
import type { Rates } from '../rates'

export const someKey = 'a model' as CacheKey

export const holdingWith = (fields: Partial<Holding>): Holding => ({
  id: 'a',
  key: someKey,
  tier: 'cells',
  owner: 'conversation',
  amount: 100,
  tokens: 100,
  usable: everyLength,
  isPinned: false,
  isGrowing: false,
  isHeld: false,
  isLeaving: false,
  usedAtMs: 0,
  hits: 0,
  savedMs: 0,
  ...fields,
})

/** 1 ms per token at every depth; a copied cell takes 0.1 ms, a byte in memory 0.01 ms and on disk 0.1 ms. */
export const evenRates: Rates = {
  processing: [{ depth: 0, msPerToken: 1 }],
  copy: { startMs: 0, msPerCell: 0.1 },
  memory: { startMs: 0, bytesPerSecond: 100_000 },
  disk: { startMs: 5, bytesPerSecond: 10_000 },
}

export const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index)
