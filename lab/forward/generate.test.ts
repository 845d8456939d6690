import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { BlockPool } from '../../core/lab/paged/block-pool'
import type { Compaction } from '../../core/lab/paged/compaction'
import type { CacheShape } from '../../core/lab/shape'
import { indexOfLargest } from '../../core/lab/softmax'
import { eagerAttention, type HeadWeights } from '../attention/eager'
import { onlineAttention } from '../attention/online'
import { ContiguousCache } from '../cache/contiguous-cache'
import { GrowingCache } from '../cache/growing-cache'
import { PagedCache } from '../cache/paged-cache'
import type { LabModel } from '../model/model'
import { readLabModel } from '../model/read-model'
import { forward } from './forward'
import { generate } from './generate'

let model: LabModel
let shape: CacheShape
beforeAll(async () => {
  model = await readLabModel(fileURLToPath(new URL('../../native-models/pocket/pocket-f16.gguf', import.meta.url)))
  const { layers, kvHeads, headDim } = model.shape
  shape = { layers, sequences: 1, kvHeads, cells: 256, headDim }
})
const question = (text: string) => model.tokenizer.encode(`<|im_start|>user\n${text}<|im_end|>\n<|im_start|>assistant\n`)
const attend = onlineAttention()
const upTo = (count: number, first = 0) => Int32Array.from({ length: count }, (_, i) => first + i)

describe('generation', () => {
  it('is the same with a pre-allocated cache, a growing cache and no cache, because a cache is exact', () => {
    const prompt = question('Tell me a tiny story.')
    const cached = generate({ model, cache: new ContiguousCache(shape), sequence: 0, attend }, prompt, 24)
    expect(generate({ model, cache: new GrowingCache(shape), sequence: 0, attend }, prompt, 24)).toEqual(cached)
    const naive: number[] = []
    for (let i = 0; i < cached.length; i++) {
      const tokens = Int32Array.of(...prompt, ...naive)
      const logits = forward(model, new ContiguousCache(shape), [{ sequence: 0, tokens, positions: upTo(tokens.length) }], {
        attend,
        logits: 'last',
      })
      naive.push(indexOfLargest(logits))
    }
    expect(naive).toEqual(cached)
    expect(model.tokenizer.decode(cached)).toMatch(/^[A-Z].{20,}/)
  })

  it('begins the answers of several sequences in one step with the same tokens as each answer alone', () => {
    const prompts = ['What is a KV cache?', 'Tell me a tiny story.', 'My name is Marta.'].map(question)
    const cache = new ContiguousCache({ ...shape, sequences: 3 })
    const steps = prompts.map((tokens, sequence) => ({ sequence, tokens, positions: upTo(tokens.length) }))
    const logits = forward(model, cache, steps, { attend, logits: 'last' })
    const together = prompts.map((_, i) => indexOfLargest(logits.subarray(i * model.shape.vocabulary, (i + 1) * model.shape.vocabulary)))
    const alone = prompts.map((prompt) => generate({ model, cache: new ContiguousCache(shape), sequence: 0, attend }, prompt, 1)[0])
    expect(together).toEqual(alone)
  })

  it('continues from a copy of a prefilled cache in the same way as from the original', () => {
    const prompt = question('What is a KV cache?')
    const prefilled = new ContiguousCache({ ...shape, cells: prompt.length })
    const first = indexOfLargest(
      forward(model, prefilled, [{ sequence: 0, tokens: prompt, positions: upTo(prompt.length) }], { attend, logits: 'last' }),
    )
    const clones = new ContiguousCache({ ...shape, sequences: 2 })
    clones.cloneFrom(prefilled)
    const next = [0, 1].map((sequence) => {
      const positions = Int32Array.of(prompt.length)
      return indexOfLargest(forward(model, clones, [{ sequence, tokens: Int32Array.of(first), positions }], { attend, logits: 'last' }))
    })
    const whole = generate({ model, cache: new ContiguousCache(shape), sequence: 0, attend }, prompt, 2)
    expect([first, ...next]).toEqual([whole[0], whole[1], whole[1]])
  })
})

describe('a fault that is switched on', () => {
  const answer = (faults = {}, cache = new ContiguousCache(shape)) =>
    model.tokenizer.decode(generate({ model, cache, sequence: 0, attend, faults }, question('What is a KV cache?'), 30))
  it('changes the answer if it restarts the positions', () => {
    expect(answer({ positionsRestart: true })).not.toBe(answer())
  })
  it('changes the answer if it keeps the cells of an old conversation', () => {
    const cache = new ContiguousCache(shape)
    generate({ model, cache, sequence: 0, attend }, question('My name is Marta. Tell me a tiny story.'), 40)
    expect(answer({ keepsOldCells: true }, cache)).not.toBe(answer())
    expect(answer({}, cache)).toBe(answer())
  })
})

describe('attention', () => {
  it('gives rows that add up to 1, with zeros for later tokens, if it is eager', () => {
    const seen: HeadWeights[] = []
    const prompt = question('Hi').subarray(0, 6)
    const observe = (weights: HeadWeights) => seen.push({ ...weights, weights: weights.weights.slice() })
    forward(model, new ContiguousCache(shape), [{ sequence: 0, tokens: prompt, positions: upTo(6) }], {
      attend: eagerAttention(observe),
      logits: 'last',
    })
    expect(seen.map(({ layer, queryHead }) => 4 * layer + queryHead)).toEqual([...upTo(24)])
    expect(seen.map(({ kvHead, queryHead }) => kvHead === Math.floor(queryHead / 2))).not.toContain(false)
    for (const { weights } of seen)
      for (let t = 0; t < 6; t++) {
        const row = weights.subarray(6 * t, 6 * t + 6)
        expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5)
        expect([...row.subarray(t + 1)].every((weight) => weight === 0)).toBe(true)
      }
  })
  it('stores a tile of scores if it is online, and a row for each query if it is eager', () => {
    const prompt = question('What is a KV cache? Tell me more about the memory that it takes.')
    const [online, eager] = [
      { peakScores: 0, cellsRead: 0 },
      { peakScores: 0, cellsRead: 0 },
    ]
    for (const way of [onlineAttention(8, online), eagerAttention(undefined, eager)])
      forward(model, new ContiguousCache(shape), [{ sequence: 0, tokens: prompt, positions: upTo(prompt.length) }], {
        attend: way,
        logits: 'last',
      })
    expect(online.peakScores).toBe(8)
    expect(eager.peakScores).toBe(prompt.length ** 2)
    expect(online.cellsRead).toBe(eager.cellsRead)
  })
})

describe('a paged cache', () => {
  function answer(compaction: Compaction, isShared: boolean): { tokens: number[]; slots: readonly number[]; blocks: number } {
    const pool = new BlockPool(40, 4)
    const cache = new PagedCache({ ...shape, sequences: 2, cells: 160 }, pool)
    const prompt = question(
      'What is a KV cache? Please tell me about keys, values, heads, layers, sequences and the memory of all of them.',
    )
    cache.reserve(0, prompt)
    const run = (tokens: Int32Array, first: number) =>
      indexOfLargest(forward(model, cache, [{ sequence: 0, tokens, positions: upTo(tokens.length, first) }], { attend, logits: 'last' }))
    let next = run(prompt, 0)
    if (isShared) cache.fork(0, 1)
    const tokens: number[] = []
    let roundStart = prompt.length
    for (let i = 0; i < 30; i++) {
      tokens.push(next)
      cache.reserve(0, [next])
      next = run(Int32Array.of(next), prompt.length + i)
      if (i % 10 !== 9) continue
      // Chooses by position, so that the same tokens stay in every layout. The last eight always stay.
      const { positions } = cache.sequences[0] ?? { positions: [] }
      const survivors = [...positions.keys()].filter((index) => (positions[index] as number) % 3 !== i % 3 || index >= positions.length - 8)
      cache.evict(0, survivors, positions.length, compaction, roundStart)
      roundStart = cache.used(0, 0)
    }
    const { slots = [], blocks = [] } = cache.sequences[0] ?? {}
    return { tokens, slots: [...slots], blocks: blocks.length }
  }
  it.each([
    ['alone', false],
    ['with its prompt shared', true],
  ])('gives the same answer with and without compaction, if the same tokens survive: %s', (_, isShared) => {
    const [plain, repacked, filled] = (['none', 'repack', 'hole-fill'] as const).map((compaction) => answer(compaction, isShared))
    expect(repacked?.tokens).toEqual(plain?.tokens)
    expect(filled?.tokens).toEqual(plain?.tokens)
    expect(repacked?.blocks).toBeLessThan(plain?.blocks ?? 0)
    expect(filled?.blocks).toBeLessThanOrEqual(plain?.blocks ?? 0)
    expect(filled?.slots).not.toEqual(filled?.slots.toSorted((a, b) => a - b))
  })
  it('reuses a prefix without processing it, and gives the same answer', () => {
    const pool = new BlockPool(40, 4)
    const cache = new PagedCache({ ...shape, sequences: 2, cells: 160 }, pool)
    const prompt = question('What is a KV cache?')
    const process = (sequence: number) => {
      const reused = cache.sequences[sequence]?.reusePrefix([...prompt]) ?? 0
      const rest = prompt.subarray(reused)
      cache.reserve(sequence, rest)
      const logits = forward(model, cache, [{ sequence, tokens: rest, positions: upTo(rest.length, reused) }], { attend, logits: 'last' })
      cache.sequences[sequence]?.rememberPrefix()
      return { reused, next: indexOfLargest(logits) }
    }
    const first = process(0)
    const second = process(1)
    expect([first.reused, second.reused]).toEqual([0, 4 * Math.floor((prompt.length - 1) / 4)])
    expect(second.next).toBe(first.next)
  })
})
