import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { comeAlong, whileAnswering, withNextPicture } from './shared-picture'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a change that waits for the next picture', () => {
  it('is made at once while no answer is drawn', () => {
    const change = vi.fn()
    void withNextPicture(change)
    expect(change).toHaveBeenCalledOnce()
  })
  it('comes along with the answer, once', async () => {
    const change = vi.fn()
    await whileAnswering(async () => {
      const made = withNextPicture(change)
      expect(change).not.toHaveBeenCalled()
      comeAlong()
      await made
      comeAlong()
    })
    expect(change).toHaveBeenCalledOnce()
  })
  it('waits no longer than a second', async () => {
    const change = vi.fn()
    await whileAnswering(async () => {
      void withNextPicture(change)
      await vi.advanceTimersByTimeAsync(999)
      expect(change).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(change).toHaveBeenCalledOnce()
    })
  })
  it('is made when the answer ends, also by an error', async () => {
    const change = vi.fn()
    await whileAnswering(async () => {
      void withNextPicture(change)
      throw new Error('gone')
    }).catch(() => {})
    expect(change).toHaveBeenCalledOnce()
  })
})
