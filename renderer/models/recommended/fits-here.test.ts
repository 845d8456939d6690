import { describe, expect, it } from 'vitest'
import type { MemoryBandwidth } from '../../../core/contract/models/bandwidth'
import type { PlanMachine } from '../../../core/plan/machines/machine'
import { recommendedModels } from '../../../core/recommended/recommended-models'
import { bestFirst, bestOf, type FitHere, fewOf, fitHere, wordsPerSecond } from './fits-here'

const gibibyte = 2 ** 30
const machineWith = (free: number): PlanMachine => ({
  ram: { totalBytes: free * gibibyte * 2, freeBytes: free * gibibyte },
  vram: null,
  measuredAtMs: 0,
})
const fitsHere = (machine: PlanMachine) => recommendedModels.map((model) => fitHere(model, machine))
const best = (free: number, cores = 8) => bestOf(fitsHere(machineWith(free)), cores)?.model.id

describe('the models that fit this computer', () => {
  it('recommends a larger model on a larger computer', () => {
    expect([2, 4, 8, 16].map((free) => best(free))).toEqual(['qwen3-0.6b', 'gemma-3-1b', 'gemma-3-4b', 'gemma-3-12b'])
    expect(best(32)).toBe('qwen3-30b-a3b')
  })
  it('recommends the same model when other programs take or free memory', () => {
    const { ram } = machineWith(16)
    const busy = { ...machineWith(16), ram: { ...ram, freeBytes: 5 * gibibyte } }
    const order = (machine: PlanMachine) => {
      const fits = fitsHere(machine)
      return bestFirst(fits, bestOf(fits, 8)).map(({ model }) => model.id)
    }
    expect(order(busy)).toEqual(order(machineWith(16)))
    expect(fitsHere(busy)[0]?.freeBytes).toBe(5 * gibibyte)
  })
  it('recommends a model of at most 3 GiB if there are few cores and no GPU', () => {
    const gpu = { totalBytes: 8 * gibibyte, freeBytes: 8 * gibibyte, devices: ['GPU'] }
    expect(best(32, 4)).toBe('qwen3-4b')
    expect(bestOf(fitsHere({ ...machineWith(32), vram: gpu }), 4)?.model.id).toBe('qwen3-8b')
  })
  it('puts models for one task last', () => {
    const fits = fitsHere(machineWith(16))
    expect(bestFirst(fits, bestOf(fits, 8)).at(-1)?.model.id).toBe('qwen2.5-coder-7b')
  })
  it('needs the file and the cache of its context in memory', () => {
    for (const { model, contextTokens, neededBytes } of fitsHere(machineWith(64))) {
      expect(contextTokens).toBe(32_768)
      expect(neededBytes).toBeGreaterThan(model.sizeBytes)
      expect(neededBytes).toBeLessThan(model.sizeBytes + 7 * gibibyte)
    }
  })
  it('offers a smaller context if memory is short, and says that a model is too large', () => {
    const fits = fitsHere(machineWith(4))
    const of = (id: string) => fits.find(({ model }) => model.id === id)
    expect(of('qwen3-4b')?.contextTokens).toBeGreaterThan(2048)
    expect(of('qwen3-4b')?.contextTokens).toBeLessThan(32_768)
    expect(of('qwen3-30b-a3b')).toMatchObject({ contextTokens: 0 })
    expect(of('qwen3-30b-a3b')?.neededBytes).toBeGreaterThan(17 * gibibyte)
  })
  it('estimates words per second from the measured memory bandwidth', () => {
    const memory = (bytesPerSecond: number): MemoryBandwidth => ({
      ...{ measuredAt: 0, cpu: 'x', cores: 2, memoryBytes: 16 * gibibyte, arrayBytes: gibibyte, cacheBytes: null },
      byThreads: [
        { threads: 1, bytesPerSecond: bytesPerSecond / 2 },
        { threads: 2, bytesPerSecond },
      ],
    })
    const of = (id: string, machine = machineWith(32)) => fitsHere(machine).find(({ model }) => model.id === id) as FitHere
    // 20 GB/s ÷ 5.03 GB per token × 0.75 = 3.0. The input embedding of 0.35 GB is only looked up, so it is 3.2.
    expect(wordsPerSecond(of('qwen3-8b'), memory(20e9))).toBe(3)
    expect(wordsPerSecond(of('qwen3-8b'), memory(5e9))).toBe(0)
    expect(wordsPerSecond(of('qwen3-0.6b'), memory(20e9))).toBe(25)
    // 8 of 128 experts.
    expect(wordsPerSecond(of('qwen3-30b-a3b'), memory(20e9))).toBeGreaterThan(6)
    expect(wordsPerSecond(of('qwen3-8b'), null)).toBeNull()
    const gpu = { totalBytes: 8 * gibibyte, freeBytes: 8 * gibibyte, devices: ['GPU'] }
    expect(wordsPerSecond(of('qwen3-8b', { ...machineWith(32), vram: gpu }), memory(20e9))).toBeNull()
  })
  it('recommends nothing if nothing fits, and then shows the smallest models', () => {
    const fits = fitsHere(machineWith(0.25))
    expect(bestOf(fits, 8)).toBeUndefined()
    expect(fewOf(fits, undefined).map(({ model }) => model.id)).toEqual(['qwen3-0.6b', 'gemma-3-1b', 'qwen3-1.7b'])
  })
  it('shows the recommended model first, with its neighbors', () => {
    const fits = fitsHere(machineWith(14))
    expect(fewOf(fits, bestOf(fits, 8)).map(({ model }) => model.id)).toEqual(['qwen3-4b', 'gemma-3-4b', 'qwen3-8b'])
  })
  it('keeps the models that it showed first on top when it shows all', () => {
    const fits = fitsHere(machineWith(14))
    const all = bestFirst(fits, bestOf(fits, 8)).map(({ model }) => model.id)
    expect(all.slice(0, 5)).toEqual(['qwen3-4b', 'gemma-3-4b', 'qwen3-8b', 'qwen3-0.6b', 'gemma-3-1b'])
    expect(new Set(all).size).toBe(fits.length)
  })
})
