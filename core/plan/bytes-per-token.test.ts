import { expect, it } from 'vitest'
import { bytesPerToken } from './bytes-per-token'

it('bytesPerToken divides the bytes of the caches that grow with the conversation by the cells of all streams', () => {
  const cache = { layers: 6, exact: true }
  const caches = [
    { ...cache, kind: 'full' as const, cells: 2048, streams: 2, keyBytes: 6 * 2 ** 20, valueBytes: 6 * 2 ** 20 },
    { ...cache, kind: 'sliding' as const, cells: 512, streams: 2, keyBytes: 2 ** 20, valueBytes: 2 ** 20 },
    { ...cache, kind: 'recurrent' as const, cells: 2, streams: 1, keyBytes: 2 ** 20, valueBytes: 2 ** 20 },
  ]
  expect(bytesPerToken({ caches })).toBe(3072)
})
