import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyWaiting, whileAnswering, withNextFrame } from './shared-frame'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a change that waits for the next picture', () => {
  it('is made at once while no answer is drawn', () => {
    const change = vi.fn()
    void withNextFrame(change)
    expect(change).toHaveBeenCalledOnce()
  })
  it('comes along with the answer, once', async () => {
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
  it('waits no longer than a second', async () => {
    const change = vi.fn()
    await whileAnswering(async () => {
      void withNextFrame(change)
      await vi.advanceTimersByTimeAsync(999)
      expect(change).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(change).toHaveBeenCalledOnce()
    })
  })
  it('is made when the answer ends, also by an error', async () => {
    const change = vi.fn()
    await whileAnswering(async () => {
      void withNextFrame(change)
      throw new Error('gone')
    }).catch(() => {})
    expect(change).toHaveBeenCalledOnce()
  })
})
