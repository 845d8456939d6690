import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { policies } from '../../core/lab/policies/all'
import { h2o } from '../../core/lab/policies/attention/h2o'
import { rKv, rKvQueries } from '../../core/lab/policies/attention/r-kv'
import { snapKv } from '../../core/lab/policies/attention/snapkv'
import { tova } from '../../core/lab/policies/attention/tova'
import { fullCache } from '../../core/lab/policies/blind/full-cache'
import { streamingLlm } from '../../core/lab/policies/blind/streaming-llm'
import { quest } from '../../core/lab/policies/keys/quest'
import { observedQueries } from '../../core/lab/selection/observation-window'
import type { EvictionPolicy } from '../../core/lab/selection/policy'
import { eagerAttention } from '../attention/eager'
import { onlineAttention } from '../attention/online'
import { pageAttention } from '../attention/pages'
import { ContiguousCache } from '../cache/contiguous-cache'
import { forward } from '../forward/forward'
import { generate } from '../forward/generate'
import { cacheShapeFor } from '../forward/lab-session'
import type { LabModel } from '../model/model'
import { readLabModel } from '../model/read-model'
import { Evictor } from './evictor'
import { type GeometryOf, measureGeometry } from './measure-geometry'
import { reconstruct } from './reconstruct'
import { TextQueries } from './text-queries'

let model: LabModel
let prompt: Int32Array
let geometry: GeometryOf
beforeAll(async () => {
  const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  model = await readLabModel(at('../../native-models/pocket/pocket-f16.gguf'))
  const text = readFileSync(at('../../native-models/pocket/eval/heldout.txt'), 'utf8')
  const tokens = model.tokenizer.encode(text)
  prompt = tokens.slice(0, 150)
  geometry = measureGeometry(model, tokens.slice(1000, 1200))
})
const cacheOf = () =>
  new ContiguousCache({ layers: model.shape.layers, sequences: 1, kvHeads: model.shape.kvHeads, cells: 220, headDim: model.shape.headDim })

function run(policy: EvictionPolicy, budgetTokens: number, observe?: () => void) {
  const cache = cacheOf()
  const eviction = { policy, budgetTokens, slackTokens: 8, geometry, ...(observe ? { observe } : {}) }
  const evictor = new Evictor(cache, eviction, model)
  let mostCells = 0
  const afterStep = () => {
    evictor.afterStep()
    for (let layer = 0; layer < model.shape.layers; layer++) mostCells = Math.max(mostCells, cache.used(layer, 0, 0))
  }
  const afterPrompt = () => evictor.afterPrompt(prompt)
  const tokens = generate({ model, cache, sequence: 0, attend: evictor.attend, afterStep, afterPrompt }, prompt, 20)
  return { cache, evictor, tokens, mostCells }
}

describe('an eviction policy on a running model', () => {
  it.each(policies.map((policy) => [policy.name, policy] as const))(
    'stays within its budget, or declares that it saves no memory: %s',
    (_, policy) => {
      const { cache, evictor } = run(policy, 48)
      let cells = 0
      for (let layer = 0; layer < 6; layer++) for (const head of [0, 1]) cells += cache.used(layer, 0, head)
      if (policy.savesMemory) {
        // Beyond the budget: 8 cells of slack, or the answer's 19 cells. PyramidKV's rounding may add 12 cells in total.
        expect(cells).toBeLessThanOrEqual(6 * 2 * (48 + (policy.once ? 19 : 8)) + 12)
        expect(evictor.passes).toBeGreaterThan(0)
        if (policy.once) expect(evictor.passes).toBe(1)
        expect(evictor.evictedCells).toBeGreaterThan(6 * 2 * 90)
        expect(cache.positions(5, 0, 1).at(-1)).toBeGreaterThan(148)
      } else expect(evictor.evictedCells).toBe(0)
    },
  )
  it('writes the same text as the full cache if its budget is never exceeded', () => {
    const full = run(fullCache, 200).tokens
    for (const policy of [streamingLlm(), snapKv]) expect(run(policy, 200).tokens).toEqual(full)
  })
  it('stores only the scores that its signal needs: T x C, the rows of a window, or a tile', () => {
    expect(run(h2o, 48).evictor.cost.peakScores).toBe(150 * 150)
    expect(run(snapKv, 48).evictor.cost.peakScores).toBe(observedQueries * 150)
    expect(run(tova, 48).evictor.cost.peakScores).toBe(150)
    expect(run(rKv, 48).evictor.cost.peakScores).toBe(rKvQueries * 150)
    expect(run(streamingLlm(), 48).evictor.cost.peakScores).toBe(32)
  })
  it('keeps the same cells whether it sees all weights or only the weights of its window', () => {
    const survivors = (observe?: () => void) => {
      const { cache } = run(snapKv, 48, observe)
      return [0, 5].map((layer) => [...cache.positions(layer, 0, 1)])
    }
    expect(survivors()).toEqual(survivors(() => {}))
  })
})

describe('the queries of a text', () => {
  it('are rotated back to their state before RoPE, and their mean and covariance equal those of the model’s projections', () => {
    const cache = cacheOf()
    const queries = new TextQueries(model)
    const projected: Float32Array[] = []
    const onGeometry = (layer: number, rows: Float32Array) => layer === 3 && projected.push(rows.slice())
    const step = { sequence: 0, tokens: prompt, positions: Int32Array.from(prompt, (_, t) => t) }
    forward(model, cache, [step], { attend: queries.seenBy(onlineAttention()), logits: 'last', onGeometry })
    const { queryHeads, headDim } = model.shape
    // Query head 3 is the second of KV head 1. The first four tokens do not count.
    const rows = Array.from({ length: prompt.length - 4 }, (_, i) => {
      const first = ((i + 4) * queryHeads + 3) * headDim
      return (projected[0] as Float32Array).subarray(first, first + headDim)
    })
    const meanOf = (of: (row: Float32Array) => number) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length
    const [a, b] = [meanOf((row) => row[5] as number), meanOf((row) => row[6] as number)]
    const { mean, covariance } = queries.distribution(3, 1).queryHeads[1] as { mean: Float64Array; covariance: Float64Array }
    expect(mean[5]).toBeCloseTo(a, 4)
    expect(covariance[5 * headDim + 6]).toBeCloseTo(
      meanOf((row) => ((row[5] as number) - a) * ((row[6] as number) - b)),
      3,
    )
  })
})

describe('the second pass of KVzip', () => {
  it('gives each cell the largest attention weight that it receives during the repetition, and leaves the cache unchanged', () => {
    const cache = cacheOf()
    const step = { sequence: 0, tokens: prompt, positions: Int32Array.from(prompt, (_, t) => t) }
    forward(model, cache, [step], { attend: onlineAttention(), logits: 'last' })
    const before = cache.keys(2, 0, 1, 0, prompt.length).slice()
    const scores = reconstruct(model, cache, prompt)
    expect([cache.used(2, 0, 1), cache.keys(2, 0, 1, 0, prompt.length)]).toEqual([prompt.length, before])

    // The same text in one pass: the prompt, the request, and the prompt again without the four tokens that begin a user's turn.
    const request = model.tokenizer.encode('\n\nRepeat the previous context exactly.<|im_end|>\n<|im_start|>assistant\n').subarray(1)
    const tokens = Int32Array.of(...prompt, ...request, ...prompt.subarray(4))
    const whole = new ContiguousCache(cacheShapeFor(model, tokens.length))
    const largest = new Float64Array(prompt.length)
    const attend = eagerAttention(({ layer, kvHead, weights, cellPositions: { length } }) => {
      if (layer !== 2 || kvHead !== 1) return
      for (let t = prompt.length; t < length; t++)
        for (let cell = 0; cell < prompt.length; cell++)
          largest[cell] = Math.max(largest[cell] as number, weights[t * length + cell] as number)
    })
    forward(model, whole, [{ sequence: 0, tokens, positions: Int32Array.from(tokens, (_, t) => t) }], { attend, logits: 'last' })
    const own = scores[2 * model.shape.kvHeads + 1] as Float64Array
    own.forEach((score, cell) => {
      expect(score).toBeCloseTo(largest[cell] as number, 4)
    })
  })
})

describe('Quest', () => {
  it('reads fewer cells, although the cache keeps all of them', () => {
    const [few, all] = [run(quest, 48), run(fullCache, 48)]
    expect(few.cache.used(0, 0, 0)).toBe(all.cache.used(0, 0, 0))
    // Decode reads 151 to 169 cells. The first two layers read all of them, per KV head.
    expect(few.tokens).toHaveLength(20)
    const dense = 2 * 2 * Array.from({ length: 19 }, (_, i) => 151 + i).reduce((sum, cells) => sum + cells, 0)
    const ofPages = few.evictor.cost.cellsRead - 6 * 2 * 150 - dense
    // Up to three pages of 16 per query head: two full pages, and the filled part of the last.
    expect(ofPages).toBeLessThanOrEqual(19 * 4 * 4 * 48)
    expect(ofPages).toBeGreaterThanOrEqual(19 * 4 * 4 * 33)
  })
  it('writes the same text as full attention if it reads all pages', () => {
    const answer = (attend: ReturnType<typeof onlineAttention>) => generate({ model, cache: cacheOf(), sequence: 0, attend }, prompt, 20)
    expect(answer(pageAttention(1000))).toEqual(answer(onlineAttention()))
  })
})

describe('the query and key geometry of the embedded model', () => {
  it('is measured for every head: the mean length of each pair is at least the length of its mean vector', () => {
    for (let layer = 0; layer < 6; layer++)
      for (const kvHead of [0, 1])
        for (const { center, magnitudes } of geometry(layer, kvHead).queryHeads)
          magnitudes.forEach((magnitude, pair) => {
            expect(magnitude).toBeGreaterThanOrEqual(Math.hypot(center[2 * pair] as number, center[2 * pair + 1] as number) - 1e-4)
          })
  })
})
