import { describe, expect, it } from 'vitest'
import { failureOf } from '../../contract/errors/coded-error'
import { checkBudget, type EvictionPolicy, type HeadCells } from '../selection/policy'
import { headCells } from '../selection/testing/head-cells'
import { policies } from './all'
import { h2o } from './attention/h2o'
import { tova } from './attention/tova'
import { fullCache } from './blind/full-cache'
import { slidingWindow } from './blind/sliding-window'
import { streamingLlm } from './blind/streaming-llm'
import { boundsOfPage, cellsRead, choosePages, quest, scoreBound } from './keys/quest'
import { geometryScores, triAttention } from './queries/triattention'

const upTo = (count: number, first = 0) => Array.from({ length: count }, (_, i) => first + i)
const scores = (count: number, given: Readonly<Record<number, number>>) => Float64Array.from({ length: count }, (_, i) => given[i] ?? 0)
const kept = (policy: EvictionPolicy, head: HeadCells, budget: number) => [...(policy.keep([head], budget)[0] ?? [])]

describe('among the policies that ignore attention,', () => {
  it('the full cache keeps all ten cells', () => {
    expect(kept(fullCache, headCells(10), 4)).toEqual(upTo(10))
  })
  it('a window of 4 keeps the last four of ten cells', () => {
    expect(kept(slidingWindow, headCells(10), 4)).toEqual([6, 7, 8, 9])
  })
  it('StreamingLLM with 2 sinks and a budget of 5 keeps two sinks and the last three cells', () => {
    expect(kept(streamingLlm(2), headCells(10), 5)).toEqual([0, 1, 7, 8, 9])
    expect(kept(streamingLlm(2), headCells(4), 5)).toEqual([0, 1, 2, 3])
  })
})

describe('among the policies that need attention,', () => {
  it('H2O spends a budget of 4 on the last two cells and on the two others with the most attention', () => {
    const head = headCells(8, { cumulativeAttention: scores(8, { 1: 3, 3: 5, 4: 1, 7: 9 }) })
    expect(kept(h2o, head, 4)).toEqual([1, 3, 6, 7])
  })
  it('H2O keeps the newer of two cells with equal attention', () => {
    expect(kept(h2o, headCells(6), 4)).toEqual([2, 3, 4, 5])
  })
  it('TOVA keeps, in every head, the cells with the most attention from the last query, averaged over the heads', () => {
    // Means: 0.25, 0.05, 0.45, 0.25.
    const heads = [
      headCells(4, { windowAttention: [scores(4, { 1: 1 }), [0.5, 0, 0.4, 0.1]] }),
      headCells(4, { windowAttention: [[0, 0.1, 0.5, 0.4]] }),
    ]
    expect(tova.keep(heads, 3).map((cells) => [...cells])).toEqual([
      [0, 2, 3],
      [0, 2, 3],
    ])
  })
})

describe('Quest', () => {
  const pages = [
    [1, 0, 0, 1],
    [-3, 2, -1, 4],
    [0, 0, 0, 0],
  ].map((keys) => boundsOfPage(Float32Array.from(keys), 2))
  it('bounds the score of a page by the minimum and maximum of each channel: keys (1, 0) and (0, 1) give the query (1, 1) a score of at most 2', () => {
    expect(scoreBound(Float32Array.of(1, 1), pages[0] as never)).toBe(2)
    expect(scoreBound(Float32Array.of(-1, 1), pages[1] as never)).toBe(7)
  })
  it('reads the page that is being written, and the pages that could score highest', () => {
    expect(choosePages(Float32Array.of(-1, 1), pages, 2)).toEqual([1, 2])
    expect(choosePages(Float32Array.of(1, -1), pages, 2)).toEqual([0, 2])
    expect(choosePages(Float32Array.of(1, -1), pages, 9)).toEqual([0, 1, 2])
  })
  it('reads the open page of 8 cells and, with a budget of 32, one more page of 16 cells', () => {
    expect([16, 31, 32, 48, 500].map((budget) => cellsRead(40, budget))).toEqual([8, 8, 24, 40, 40])
    expect(cellsRead(32, 16)).toBe(16)
  })
  it('keeps every cell: it saves reads, not memory', () => {
    expect(kept(quest, headCells(50), 16)).toEqual(upTo(50))
    expect(quest.savesMemory).toBe(false)
  })
})

describe('TriAttention', () => {
  const geometryOf = (center: number[], magnitudes: number[], frequency: number) => ({
    queryHeads: [{ center: Float32Array.from(center), magnitudes: Float32Array.from(magnitudes) }],
    keyCenter: Float32Array.from(center),
    frequencies: Float64Array.of(frequency),
  })
  it('ranks keys by their product with the center if there is no rotation', () => {
    const keys = Float32Array.of(1, 0, 3, 0, 2, 0)
    const head = headCells(3, { keys, geometry: geometryOf([1, 0], [1], 0) })
    geometryScores(head).forEach((score, i) => {
      expect(score).toBeCloseTo(([-1, 1, 0][i] as number) / Math.sqrt(2 / 3), 6)
    })
    expect(kept(triAttention, head, 2)).toEqual([1, 2])
  })
  it('ranks keys by their norm if the center is zero', () => {
    const keys = Float32Array.of(0, -3, 1, 0, 0, 2)
    expect(kept(triAttention, headCells(3, { keys, geometry: geometryOf([0, 0], [1], 0.3) }), 2)).toEqual([0, 2])
  })
  it('accounts for distance: with a rotation of half a turn per token, keys at even positions win', () => {
    // Before RoPE, all keys are (1, 0), like the center.
    const keys = Float32Array.from(upTo(4).flatMap((p) => [(-1) ** p, 0]))
    const head = headCells(4, { keys, geometry: geometryOf([1, 0], [1], Math.PI) })
    // 16 of the 17 distances lead to even positions.
    expect(kept(triAttention, head, 2)).toEqual([0, 2])
  })
})

describe('every policy', () => {
  const cells = 100
  const random = (i: number) => ((i * 7919) % 101) / 101
  const heads = [0, 1].map((head) =>
    headCells(cells, {
      cumulativeAttention: Float64Array.from({ length: cells }, (_, i) => random(i + head)),
      timesBelowAverage: Float64Array.from({ length: cells }, (_, i) => Math.floor(9 * random(3 * i + head))),
      windowAttention: upTo(16).map((row) => Float64Array.from({ length: cells }, (_, i) => random(i * row + head))),
      windowScores: upTo(16).map((row) => Float64Array.from({ length: cells }, (_, i) => 4 * random(i * row + head))),
      keys: Float32Array.from({ length: cells * 4 }, (_, i) => random(i + head) - 0.5),
      values: Float32Array.from({ length: cells * 4 }, (_, i) => random(2 * i + head) - 0.5),
      queries: {
        queryHeads: [
          { mean: Float64Array.of(1, 0.5, -0.25, 2), covariance: Float64Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? 1 : 0)) },
        ],
        frequencies: Float64Array.of(1, 0.1),
      },
      reconstruction: Float64Array.from({ length: cells }, (_, i) => random(5 * i + head)),
      geometry: {
        queryHeads: [{ center: Float32Array.of(1, 0.5, -0.25, 2), magnitudes: Float32Array.of(2, 3) }],
        keyCenter: Float32Array.of(1, 0, 1, 0),
        frequencies: Float64Array.of(1, 0.1),
      },
    }),
  )
  it.each(policies.map((policy) => [policy.name, policy] as const))('keeps ascending cells within its budget: %s', (_, policy) => {
    for (const budget of [policy.leastTokens, 40, 99, 100, 200]) {
      const survivors = policy.keep(heads, budget)
      for (const ofHead of survivors) {
        expect([...ofHead]).toEqual([...new Set(ofHead)].toSorted((a, b) => a - b))
        expect([...ofHead].every((cell) => cell >= 0 && cell < cells)).toBe(true)
      }
      const total = survivors.reduce((sum, { length }) => sum + length, 0)
      expect(total).toBeGreaterThan(0)
      if (policy.savesMemory) expect(total).toBeLessThanOrEqual(2 * budget)
    }
  })
  it('has a unique name, a source and a smallest budget', () => {
    expect(new Set(policies.map(({ name }) => name)).size).toBe(policies.length)
    for (const policy of policies) {
      expect(policy.source).toMatch(/arXiv:\d{4}\.\d{5}/)
      try {
        checkBudget(policy, policy.leastTokens - 1)
        expect.unreachable()
      } catch (error) {
        expect(failureOf(error)?.code).toBe('lab-budget-too-small')
      }
    }
  })
})
