import { describe, expect, it } from 'vitest'
import { DrawingBudget } from './drawing-budget'

describe('the time between two frames of a growing answer', () => {
  it('is shortest before anything is drawn, and while drawing is fast', () => {
    const budget = new DrawingBudget(0.02)
    expect(budget.everyMs).toBe(33)
    budget.drawn(0.5)
    expect(budget.everyMs).toBe(33)
  })
  it('grows with the average cost of a frame, so that drawing takes only its share of the time', () => {
    const budget = new DrawingBudget(0.02)
    budget.drawn(2)
    expect(budget.everyMs).toBeCloseTo(100)
    // 2 + (4 - 2) x 0.3 = 2.6
    budget.drawn(4)
    expect(budget.everyMs).toBeCloseTo(130)
  })
  it('never grows so long that the text appears in jumps', () => {
    const budget = new DrawingBudget(0.02)
    budget.drawn(500)
    expect(budget.everyMs).toBe(500)
  })
})
