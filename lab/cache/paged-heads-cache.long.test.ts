import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { policies } from '../../core/lab/policies/all'
import { adaKv } from '../../core/lab/policies/attention/ada-kv'
import { h2o } from '../../core/lab/policies/attention/h2o'
import { streamingLlm } from '../../core/lab/policies/blind/streaming-llm'
import { keyDiff } from '../../core/lab/policies/keys/keydiff'
import type { EvictionPolicy } from '../../core/lab/selection/policy'
import { Evictor } from '../eviction/evictor'
import { forward } from '../forward/forward'
import { cacheShapeFor, positionsFrom } from '../forward/lab-session'
import type { LabModel } from '../model/model'
import { readLabModel } from '../model/read-model'
import { documents } from '../texts/heldout'
import { ContiguousCache } from './contiguous-cache'
import type { EvictableCache } from './kv-cache'
import { PagedHeadsCache } from './paged-heads-cache'
import { SharedPagedCache } from './shared-paged-cache'

const shape = { layers: 1, sequences: 1, kvHeads: 2, cells: 16, headDim: 2 }
const upTo = (count: number) => Int32Array.from({ length: count }, (_, i) => i)
/** Token t of head h has the keys t + h / 10, and their negatives as values. */
function filled(compaction: 'none' | 'repack' | 'hole-fill', tokens = 12): PagedHeadsCache {
  const cache = new PagedHeadsCache(shape, 4, compaction)
  const keys = Float32Array.from({ length: tokens * 4 }, (_, i) => Math.floor(i / 4) + (Math.floor(i / 2) % 2) / 10)
  cache.insert(
    0,
    0,
    upTo(tokens),
    keys,
    keys.map((key) => -key),
  )
  return cache
}

describe('paged memory with a table per head', () => {
  it('frees blocks of one head while the other keeps its own', () => {
    const cache = filled('none')
    cache.keep(0, 0, 0, Int32Array.of(0, 1, 11))
    expect(cache.heldBlocks).toEqual([2, 3])
    expect([...cache.positions(0, 0, 0)]).toEqual([0, 1, 11])
    expect([cache.used(0, 0, 0), cache.used(0, 0, 1), cache.slotCopies]).toEqual([3, 12, 0])
  })
  it.each(['none', 'repack', 'hole-fill'] as const)('returns the cells in the order of the text: %s', (compaction) => {
    const cache = filled(compaction)
    cache.keep(0, 0, 1, Int32Array.of(1, 5, 8, 10, 11))
    expect([...cache.positions(0, 0, 1)]).toEqual([1, 5, 8, 10, 11])
    expect(cache.keys(0, 0, 1, 2, 3)).toEqual(Float32Array.of(8.1, 8.1, 10.1, 10.1, 11.1, 11.1))
    expect(cache.values(0, 0, 1, 0, 1)).toEqual(Float32Array.of(-1.1, -1.1))
    expect(cache.keys(0, 0, 0, 0, 1)).toEqual(Float32Array.of(0, 0))
  })
  it('copies four slots to fill holes and five slots to repack, if tokens 1, 5, 8, 10 and 11 stay', () => {
    const copiesOf = (compaction: 'repack' | 'hole-fill') => {
      const cache = filled(compaction)
      cache.keep(0, 0, 0, Int32Array.of(1, 5, 8, 10, 11))
      expect(cache.heldBlocks[0]).toBe(2)
      return cache.slotCopies
    }
    expect([copiesOf('hole-fill'), copiesOf('repack')]).toEqual([4, 5])
  })
})

describe('a policy on paged memory', () => {
  let model: LabModel
  beforeAll(async () => {
    model = await readLabModel(fileURLToPath(new URL('../../native-models/pocket/pocket-f16.gguf', import.meta.url)))
  })
  const logitsOn = (cache: EvictableCache, policy: EvictionPolicy): Float32Array[] => {
    const evictor = new Evictor(cache, { policy, budgetTokens: 32, slackTokens: 4, geometry: () => null }, model)
    const tokens = model.tokenizer.encode(documents[0] as string).subarray(0, 96)
    const read = (first: number, count: number) => {
      const step = { sequence: 0, tokens: tokens.subarray(first, first + count), positions: positionsFrom(first, count) }
      const logits = forward(model, cache, [step], { attend: evictor.attend, logits: 'last' }).slice()
      evictor.afterStep()
      return logits
    }
    const first = read(0, 80)
    evictor.afterPrompt(tokens.subarray(0, 80))
    return [first, ...Array.from({ length: 16 }, (_, i) => read(80 + i, 1))]
  }
  it.each([streamingLlm(), h2o, adaKv, keyDiff].map((policy) => [policy.name, policy] as const))(
    'gives the same logits as on contiguous memory, with and without compaction: %s',
    (_, policy) => {
      expect(policies.map(({ name }) => name)).toContain(policy.name)
      const expected = logitsOn(new ContiguousCache(cacheShapeFor(model, 96)), policy)
      for (const compaction of ['none', 'repack', 'hole-fill'] as const)
        for (const Cache of [PagedHeadsCache, SharedPagedCache])
          expect(logitsOn(new Cache(cacheShapeFor(model, 96), 4, compaction), policy)).toEqual(expected)
    },
  )
})
