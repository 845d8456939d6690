import { describe, expect, it } from 'vitest'
import { type Slot, Slots } from './slots'

const never = new AbortController().signal

describe('Slots', () => {
  it('gives a conversation its own sequence again', async () => {
    const slots = new Slots(['s0', 's1'])
    const a = await slots.acquire('a', never)
    if (a) slots.release(a)
    const b = await slots.acquire('b', never)
    if (b) slots.release(b)
    expect((await slots.acquire('a', never))?.sequence).toBe('s0')
    expect(b?.sequence).toBe('s1')
  })
  it('gives a new conversation the sequence that was idle longest', async () => {
    const slots = new Slots(['s0', 's1'])
    for (const id of ['a', 'b']) {
      const slot = await slots.acquire(id, never)
      if (slot) slots.release(slot)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect((await slots.acquire('c', never))?.sequence).toBe('s0')
  })
  it('lets the next turn start when a turn ends, and forgets a conversation that is closed', async () => {
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
  it('gives a turn several sequences when enough of them are free, and no sequence before', async () => {
    const slots = new Slots(['s0', 's1', 's2'])
    const a = await slots.acquire('a', never)
    const three = slots.acquireMany('b', 3, never)
    if (a) slots.release(a)
    expect((await three)?.map(({ sequence }) => sequence)).toEqual(['s1', 's2', 's0'])
  })
  it('gives a conversation its own sequences first, starting with the nearest', async () => {
    const slots = new Slots(['s0', 's1', 's2'])
    for (const slot of (await slots.acquireMany('a', 2, never)) ?? []) slots.release(slot)
    const nearest = (own: readonly Slot<string>[]) => own.find(({ sequence }) => sequence === 's1') as Slot<string>
    const again = await slots.acquire('a', never, nearest)
    expect(again?.sequence).toBe('s1')
    if (again) slots.release(again)
    expect((await slots.acquireMany('a', 3, never, nearest))?.map(({ sequence }) => sequence)).toEqual(['s1', 's2', 's0'])
  })
  it('lets a conversation wait for all of its own sequences', async () => {
    const slots = new Slots(['s0', 's1', 's2'])
    const taken = (await slots.acquireMany('a', 2, never)) ?? []
    let began = false
    const next = slots.acquire('a', never).then((slot) => {
      began = true
      return slot
    })
    await new Promise((resolve) => setTimeout(resolve, 2))
    expect(began).toBe(false)
    for (const slot of taken) slots.release(slot)
    expect((await next)?.conversationId).toBe('a')
  })
})
