import { describe, expect, it } from 'vitest'
import { barsPath, columnOf, topOf, widthFor } from './strip-shape'

const record = { longest: Float32Array.of(5, 10, 40), columns: 3 }

describe('the strip of gaps', () => {
  it('draws each column as high as its longest gap', () => {
    expect(barsPath(record, 20, false)).toBe('M0 100v-25.0h1V100zM1 100v-50.0h1V100z')
  })
  it('draws gaps beyond the scale separately, at full height', () => {
    expect(barsPath(record, 20, true)).toBe('M2 100v-100.0h1V100z')
    expect(barsPath(record, 40, true)).toBe('')
  })
  it('ends its scale above ordinary gaps, and clips rare long ones', () => {
    expect(topOf(10, 400)).toBe(16)
    expect(topOf(10, 12)).toBe(12)
  })
  it('is always at least half full after the first 32 gaps', () => {
    expect([1, 32, 33, 128, 200].map(widthFor)).toEqual([32, 32, 64, 128, 256])
  })
  it('marks an event at the gap that follows it', () => {
    expect(columnOf(1, 1)).toBe(0)
    expect(columnOf(0, 1)).toBe(0)
    expect(columnOf(257, 2)).toBe(128)
  })
})
