import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyWaiting, whileAnswering, withNextFrame } from './shared-frame'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a change passed to withNextFrame', () => {
  it('is made immediately if no answer is growing', () => {
    const change = vi.fn()
    void withNextFrame(change)
    expect(change).toHaveBeenCalledOnce()
  })
  it('is made once, in the next frame of the answer', async () => {
    const change = vi.fn()
    await whileAnswering(async () => {
      const made = withNextFrame(change)
      expect(change).not.toHaveBeenCalled()
      applyWaiting()
      await made
      applyWaiting()
    })
    expect(change).toHaveBeenCalledOnce()
  })
  it('waits at most one second', async () => {
    const change = vi.fn()
    await whileAnswering(async () => {
      void withNextFrame(change)
      await vi.advanceTimersByTimeAsync(999)
      expect(change).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(change).toHaveBeenCalledOnce()
    })
  })
  it('is made when the answer ends, even with an error', async () => {
    const change = vi.fn()
    await whileAnswering(async () => {
      void withNextFrame(change)
      throw new Error('gone')
    }).catch(() => {})
    expect(change).toHaveBeenCalledOnce()
  })
})
