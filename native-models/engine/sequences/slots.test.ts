import { getEventListeners } from 'node:events'
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
  it('gives a new conversation the least recently used sequence', async () => {
    const slots = new Slots(['s0', 's1'])
    for (const id of ['a', 'b']) {
      const slot = await slots.acquire(id, never)
      if (slot) slots.release(slot)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect((await slots.acquire('c', never))?.sequence).toBe('s0')
  })
  it('gives a released sequence to the next turn in the queue, and skips a turn that was aborted', async () => {
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
  it('makes a turn with several answers wait until enough sequences are free', async () => {
    const slots = new Slots(['s0', 's1', 's2'])
    const a = await slots.acquire('a', never)
    const three = slots.acquireMany('b', 3, never)
    if (a) slots.release(a)
    expect((await three)?.map(({ sequence }) => sequence)).toEqual(['s1', 's2', 's0'])
  })
  it('orders the further sequences of a turn around the one that it returns to', async () => {
    const slots = new Slots(['s0', 's1', 's2', 's3'], (idle, [own]) =>
      own ? idle.toSorted((a, b) => Math.abs(a.index - own.index) - Math.abs(b.index - own.index)) : [...idle],
    )
    const taken = await slots.acquireMany('other', 3, never)
    for (const slot of taken ?? []) slots.release(slot)
    const mine = await slots.acquire('mine', never, { nearest: ([first]) => first as Slot<string>, only: 3 })
    if (mine) slots.release(mine)
    expect((await slots.acquireMany('mine', 2, never))?.map(({ sequence }) => sequence)).toEqual(['s3', 's2'])
  })
  it('does not let later turns overtake a turn that waits for several sequences', async () => {
    const slots = new Slots(['s0', 's1'])
    const a = await slots.acquire('a', never)
    const order: string[] = []
    const idle: number[] = []
    const two = slots
      .acquireMany('b', 2, never, undefined, (count) => idle.push(count))
      .then((taken) => {
        order.push('b')
        return taken
      })
    const later = slots.acquire('c', never).then((slot) => {
      order.push('c')
      return slot
    })
    if (a) slots.release(a)
    for (const slot of (await two) ?? []) slots.release(slot)
    expect((await later)?.conversationId).toBe('c')
    expect(order).toEqual(['b', 'c'])
    expect(idle).toEqual([1])
  })
  it('lets a turn overtake one that waits for its own conversation', async () => {
    const slots = new Slots(['s0', 's1'])
    const waits: number[] = []
    const a = await slots.acquire('a', never)
    const again = slots.acquireMany('a', 1, never, undefined, (count) => waits.push(count))
    expect((await slots.acquire('b', never))?.sequence).toBe('s1')
    if (a) slots.release(a)
    expect((await again)?.[0]?.sequence).toBe('s0')
    expect(waits).toEqual([])
  })
  it('first gives a conversation the sequence that is nearest to its prompt', async () => {
    const slots = new Slots(['s0', 's1', 's2'])
    for (const slot of (await slots.acquireMany('a', 2, never)) ?? []) slots.release(slot)
    const nearest = (own: readonly Slot<string>[]) => own.find(({ sequence }) => sequence === 's1') as Slot<string>
    const again = await slots.acquire('a', never, { nearest })
    expect(again?.sequence).toBe('s1')
    if (again) slots.release(again)
    expect((await slots.acquireMany('a', 3, never, { nearest }))?.map(({ sequence }) => sequence)).toEqual(['s1', 's2', 's0'])
  })
  it('makes a turn wait until all sequences of its conversation are free', async () => {
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
  it('gives a turn the only sequence that it may take, first among its sequences, and makes no other turn wait for it', async () => {
    const slots = new Slots(['s0', 's1', 's2'])
    const nearest = (own: readonly Slot<string>[]) => own[0] as Slot<string>
    const only = { nearest, only: 1 }
    const a = await slots.acquire('a', never, only)
    const waits: number[] = []
    const b = slots.acquireMany('b', 2, never, only, (idle) => waits.push(idle))
    expect((await slots.acquire('c', never))?.sequence).toBe('s0')
    if (a) slots.release(a)
    expect((await b)?.map(({ sequence }) => sequence)).toEqual(['s1', 's2'])
    expect([a?.sequence, waits]).toEqual(['s1', []])
  })
  it('continues the cells of another conversation only in the sequence that a turn may take', async () => {
    const slots = new Slots(['s0', 's1'])
    const offered: string[][] = []
    const preference = (only: number) => ({
      nearest: (own: readonly Slot<string>[]) => own[0] as Slot<string>,
      continued: (idle: readonly Slot<string>[]) => {
        offered.push(idle.map(({ sequence }) => sequence))
        return undefined
      },
      only,
    })
    const a = await slots.acquire('a', never, preference(1))
    if (a) slots.release(a)
    expect((await slots.acquire('a', never, preference(0)))?.sequence).toBe('s0')
    expect(offered).toEqual([['s1'], ['s0']])
  })
  it('listens to the signal of a waiting turn once, however often the turn wakes', async () => {
    const slots = new Slots(['s0'])
    const a = await slots.acquire('a', never)
    const { signal } = new AbortController()
    const b = slots.acquire('b', signal)
    for (let turn = 0; turn < 20; turn++) {
      const leaving = new AbortController()
      const left = slots.acquire(`left ${turn}`, leaving.signal)
      leaving.abort()
      await left
    }
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    if (a) slots.release(a)
    expect((await b)?.conversationId).toBe('b')
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})
