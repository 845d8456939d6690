import { describe, expect, it } from 'vitest'
import { allocatedBytes, allocatedCaches } from './allocated-caches'

const lines = (...texts: string[]) => texts.map((text) => ({ level: 'info' as const, text }))

describe('allocatedCaches', () => {
  it('gives the exact size if only one possible size rounds to the printed size', () => {
    const [cache] = allocatedCaches(
      lines('llama_kv_cache: size =    2.44 MiB (  2048 cells,   6 layers,  1/1 seqs), K (q8_0):    1.59 MiB, V (q4_0):    0.84 MiB'),
    )
    expect(cache).toEqual({ kind: 'full', cells: 2048, layers: 6, streams: 1, keyBytes: 1_671_168, valueBytes: 884_736, exact: true })
  })
  it('distinguishes the sliding-window cache from the full one by a line in llama.cpp’s log', () => {
    const caches = allocatedCaches(
      lines(
        'llama_kv_cache_iswa: creating non-SWA KV cache, size = 4096 cells',
        'llama_kv_cache: size =    8.00 MiB (  4096 cells,   2 layers,  1/1 seqs), K (f16):    4.00 MiB, V (f16):    4.00 MiB',
        'llama_kv_cache_iswa: creating     SWA KV cache, size = 768 cells',
        'llama_kv_cache: size =    3.00 MiB (   768 cells,   4 layers,  1/1 seqs), K (f16):    1.50 MiB, V (f16):    1.50 MiB',
      ),
    )
    expect(caches.map((cache) => [cache.kind, cache.cells, cache.layers])).toEqual([
      ['full', 4096, 2],
      ['sliding', 768, 4],
    ])
    expect(allocatedBytes(caches)).toBe(11 * 2 ** 20)
  })
  it('reads the printed size of a recurrent state, and marks it as inexact', () => {
    const [cache] = allocatedCaches(
      lines(
        'llama_memory_recurrent: size =    0.32 MiB (     1 cells,   4 layers,  1 seqs  0 rs_seq), R (f32):    0.07 MiB, S (f32):    0.25 MiB, P (f32):    0.00 MiB',
      ),
    )
    expect(cache).toMatchObject({ kind: 'recurrent', cells: 1, exact: false, keyBytes: Math.round(0.07 * 2 ** 20), valueBytes: 2 ** 18 })
  })
  it('marks a size as inexact if several sizes round to the printed one', () => {
    const [cache] = allocatedCaches(
      lines('llama_kv_cache: size =    0.20 MiB (   256 cells,   1 layers,  1/1 seqs), K (f16):    0.10 MiB, V (f16):    0.10 MiB'),
    )
    expect(cache?.exact).toBe(false)
  })
  it('reads the number of streams, one per sequence', () => {
    const [cache] = allocatedCaches(
      lines('llama_kv_cache: size =    6.00 MiB (  1024 cells,   6 layers,  2/2 seqs), K (f16):    3.00 MiB, V (f16):    3.00 MiB'),
    )
    expect(cache).toMatchObject({ cells: 1024, streams: 2, keyBytes: 3 * 2 ** 20, exact: true })
  })
})
