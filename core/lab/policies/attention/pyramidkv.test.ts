/**
 * Worked out by hand from Zefan-Cai/KVCache-Factory at c97f9d7, pyramidkv_utils.py, update_kv: min = (B - 16) // 20, max = 2 (B - 16) - min
 * but at most q - 16 (then min = 2 (B - 16) - max), steps = (max - min) // (L - 1).
 */
import { expect, it } from 'vitest'
import { pyramidBudget } from './pyramidkv'

const budgets = (budget: number, cells: number, layers = 6, window?: number) =>
  Array.from({ length: layers }, (_, layer) => pyramidBudget(layer, layers, budget, cells, window))

it('PyramidKV gives each layer 70 cells fewer than the previous one at B = 200 of 1,000 cells: from 359 to 9 beyond the window of 16', () => {
  expect(budgets(200, 1000)).toEqual([375, 305, 235, 165, 95, 25])
})
it('PyramidKV rounds the step between layers down: at B = 48, (63 - 1) / 5 becomes 12, from 63 to 3 cells beyond the window of 16', () => {
  expect(budgets(48, 256)).toEqual([79, 67, 55, 43, 31, 19])
})
it('PyramidKV gives no layer more cells than exist: at B = 96, the first gets 172 of 200 cells, and 170 of 170 instead of 172', () => {
  expect(budgets(96, 200)).toEqual([172, 142, 112, 82, 52, 22])
  expect(budgets(96, 170)).toEqual([170, 141, 112, 83, 54, 25])
})
it('PyramidKV gives every layer the same budget if the prompt is shorter than 2 (B - 16): 256 cells at B = 192', () => {
  expect(budgets(192, 256)).toEqual([192, 192, 192, 192, 192, 192])
})
it('PyramidKV rounds its steps as the authors do, so the layers get 49 cells instead of 48 on average at B = 48', () => {
  expect(budgets(48, 256).reduce((sum, cells) => sum + cells) / 6).toBe(49)
})
it('PyramidKV works on 12 tokens with 4 layers and a window of 2: 8, 6, 4, 2 cells beyond it at B = 6, and 10, 8, 6, 4 at B = 8', () => {
  // B = 6: min 4 // 20 = 0, max 8, step 8 // 3 = 2. B = 8: min 0, max 12, but at most 12 - 2 = 10, so min 2; step 8 // 3 = 2.
  expect(budgets(6, 12, 4, 2)).toEqual([10, 8, 6, 4])
  expect(budgets(8, 12, 4, 2)).toEqual([12, 10, 8, 6])
  expect(budgets(9, 12, 4, 2)).toEqual([9, 9, 9, 9])
})
