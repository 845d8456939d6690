import { describe, expect, it } from 'vitest'
import { multiplyPlainly } from '../model/matrix'
import { WeightMemory } from '../model/weight-memory'

/** Small integers: every sum is exact in f32. */
const numbers = (count: number, seed: number): Float32Array =>
  Float32Array.from({ length: count }, (_, i) => ((i * 31 + seed * 17) % 13) - 6)

describe('the kernel in WebAssembly', () => {
  it.each([
    ['one token', 4, 4, 1],
    ['many rows', 12, 8, 1],
    ['more tokens than one kernel call takes', 8, 20, 131],
    ['a number of rows that is not a multiple of four', 6, 8, 3],
    ['a number of columns that is not a multiple of four', 8, 7, 3],
  ])('gives the same product as plain TypeScript: %s', (_, rows, columns, tokens) => {
    const memory = new WeightMemory(rows * columns + 16, Math.max(rows, columns))
    const before = memory.allocate(4, 4, (elements) => elements.fill(9))
    const matrix = memory.allocate(rows, columns, (elements) => elements.set(numbers(rows * columns, 1)))
    const x = numbers(tokens * columns, 2)
    expect(matrix.multiply(x)).toEqual(multiplyPlainly(rows, columns, matrix.elements, x))
    expect(matrix.multiply(x)).toEqual(matrix.multiply(x))
    expect(before.elements).toEqual(new Float32Array(16).fill(9))
  })
  it('gives the product calculated by hand: (1, 2, 3, 4) with the rows (1, 0, 0, 0), (0, 0, 0, 1), (1, 1, 1, 1) and (2, -1, 0, 0)', () => {
    const memory = new WeightMemory(16, 4)
    const matrix = memory.allocate(4, 4, (elements) => elements.set([1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, -1, 0, 0]))
    expect([...matrix.multiply(Float32Array.of(1, 2, 3, 4))]).toEqual([1, 4, 10, 0])
  })
})
