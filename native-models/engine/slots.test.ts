import { describe, expect, it } from 'vitest'
import { Slots } from './slots'

const never = new AbortController().signal

describe('Slots', () => {
  it('gives a conversation its own sequence back', async () => {
    const slots = new Slots(['s0', 's1'])
    const a = await slots.acquire('a', never)
    if (a) slots.release(a)
    const b = await slots.acquire('b', never)
    if (b) slots.release(b)
    expect((await slots.acquire('a', never))?.sequence).toBe('s0')
    expect(b?.sequence).toBe('s1')
  })
  it('takes the sequence that was idle longest for a new conversation', async () => {
    const slots = new Slots(['s0', 's1'])
    for (const id of ['a', 'b']) {
      const slot = await slots.acquire(id, never)
      if (slot) slots.release(slot)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect((await slots.acquire('c', never))?.sequence).toBe('s0')
  })
  it('lets the next one in when a turn ends, and forgets one that left', async () => {
    const slots = new Slots(['s0'])
    const a = await slots.acquire('a', never)
    const leaving = new AbortController()
    const left = slots.acquire('b', leaving.signal)
    const next = slots.acquire('c', never)
    leaving.abort()
    expect(await left).toBeUndefined()
    if (a) slots.release(a)
    expect((await next)?.conversationId).toBe('c')
  })
})
