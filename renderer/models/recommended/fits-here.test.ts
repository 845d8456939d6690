import { describe, expect, it } from 'vitest'
import type { PlanMachine } from '../../../core/plan/machines/machine'
import { recommendedModels } from '../../../core/recommended/recommended-models'
import { bestFirst, bestOf, fewOf, fitHere } from './fits-here'

const gibibyte = 2 ** 30
const machineWith = (free: number): PlanMachine => ({
  ram: { totalBytes: free * gibibyte * 2, freeBytes: free * gibibyte },
  vram: null,
  measuredAtMs: 0,
})
const fitsHere = (machine: PlanMachine) => recommendedModels.map((model) => fitHere(model, machine))
const best = (free: number) => bestOf(fitsHere(machineWith(free)))?.model.id

describe('the models that fit this computer', () => {
  it('recommends a larger model on a larger computer', () => {
    expect([1.5, 4, 14, 64].map(best)).toEqual(['qwen3-0.6b', 'gemma-3-1b', 'gemma-3-4b', 'qwen3-30b-a3b'])
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
  it('recommends nothing if nothing fits, and then shows the smallest models', () => {
    const fits = fitsHere(machineWith(0.25))
    expect(bestOf(fits)).toBeUndefined()
    expect(fewOf(fits, undefined).map(({ model }) => model.id)).toEqual(['qwen3-0.6b', 'gemma-3-1b', 'qwen3-1.7b'])
  })
  it('shows the recommended model first, with its neighbors', () => {
    const fits = fitsHere(machineWith(14))
    expect(fewOf(fits, bestOf(fits)).map(({ model }) => model.id)).toEqual(['gemma-3-4b', 'llama-3.2-3b', 'qwen3-4b'])
  })
  it('keeps the models that it showed first on top when it shows all', () => {
    const fits = fitsHere(machineWith(14))
    const all = bestFirst(fits, bestOf(fits)).map(({ model }) => model.id)
    expect(all.slice(0, 5)).toEqual(['gemma-3-4b', 'llama-3.2-3b', 'qwen3-4b', 'qwen3-0.6b', 'gemma-3-1b'])
    expect(new Set(all).size).toBe(fits.length)
  })
})
