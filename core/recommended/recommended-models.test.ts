import { describe, expect, it } from 'vitest'
import { elementsOf, recommendedModels, recommendedSubject } from './recommended-models'

describe('the recommended models', () => {
  it.each(recommendedModels)('$name has header facts that give its number of weights', (model) => {
    const counted = elementsOf(recommendedSubject(model)) ?? 0
    expect(Math.abs(counted / model.parameters - 1)).toBeLessThan(0.01)
  })
  it.each(recommendedModels)('$name has weights of the size of its file, of 4 to 9 bits', (model) => {
    const { weights } = recommendedSubject(model)
    expect(Math.abs((weights?.totalBytes ?? 0) - model.sizeBytes)).toBeLessThan(10)
    const bits = (model.sizeBytes * 8) / model.parameters
    expect(bits).toBeGreaterThan(4)
    expect(bits).toBeLessThan(9)
  })
  it('are 8 to 12 different files, the smallest first', () => {
    expect(recommendedModels.length).toBeGreaterThanOrEqual(8)
    expect(recommendedModels.length).toBeLessThanOrEqual(12)
    const sizes = recommendedModels.map(({ sizeBytes }) => sizeBytes)
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
    expect(new Set(recommendedModels.map(({ id }) => id)).size).toBe(sizes.length)
  })
})
