import { describe, expect, it } from 'vitest'
import { Latest } from '../../core/streams/changes'
import { CreditLedgers, granting, windowItems } from '../../core/streams/pacing'
import { TurnLog, turnStart } from './turn-log'

const tick = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('CreditLedgers', () => {
  it('makes an item only when it may be sent', async () => {
    const ledgers = new CreditLedgers()
    let made = 0
    const stream = ledgers.pace('a', undefined, async () => ++made)
    for (let i = 0; i < windowItems; i++) await stream.next()
    const next = stream.next()
    await tick()
    expect(made).toBe(windowItems)
    ledgers.grant('a', 1)
    expect((await next).value).toBe(windowItems + 1)
  })
  it('ends when the reader goes away while it waits for credit, and forgets the stream', async () => {
    const ledgers = new CreditLedgers()
    const leaving = new AbortController()
    const stream = ledgers.pace('a', leaving.signal, async () => 1)
    for (let i = 0; i < windowItems; i++) await stream.next()
    const next = stream.next()
    leaving.abort()
    expect((await next).done).toBe(true)
    expect(ledgers.open).toBe(0)
  })
  it('takes no harm from a grant for a stream that is over', () => {
    expect(() => new CreditLedgers().grant('gone', 5)).not.toThrow()
  })
  it('is granted by a reader as fast as that reads, and no faster', async () => {
    const ledgers = new CreditLedgers()
    let made = 0
    let read = 0
    const stream = ledgers.pace('a', undefined, async () => (made < 200 ? ++made : undefined))
    for await (const _ of granting(stream, async (received) => ledgers.grant('a', received))) {
      read++
      if (read % 20 === 0) await tick()
      expect(made - read).toBeLessThanOrEqual(windowItems)
    }
    expect(read).toBe(200)
  })
})

describe('Latest', () => {
  it('tells the newest value, and nothing twice', async () => {
    const value = new Latest(1)
    const next = value.reader(0, undefined)
    expect(await next()).toBe(1)
    value.set(2)
    value.set(3)
    expect(await next()).toBe(3)
    const waiting = next()
    value.set(4)
    expect(await waiting).toBe(4)
  })
})

describe('TurnLog', () => {
  it('gives each reader what is new since its own cursor', () => {
    const log = new TurnLog('t', 'c')
    log.token('one ', null, 1)
    const first = log.readFrom(turnStart)
    log.token('two ', 5, 2)
    log.token('three', 6, 3)
    expect(first.update).toMatchObject({ text: 'one ', itlMs: [], outputTokens: 1 })
    expect(log.readFrom(first.cursor).update).toMatchObject({ text: 'two three', itlMs: [5, 6], outputTokens: 3, usedCells: 3 })
    expect(log.readFrom(turnStart).update.text).toBe('one two three')
  })
  it('keeps every gap of a long answer', () => {
    const log = new TurnLog('t', 'c')
    for (let i = 0; i < 1000; i++) log.token('x', i === 0 ? null : i, i)
    expect(log.readFrom(turnStart).update.itlMs).toEqual(Array.from({ length: 999 }, (_, i) => i + 1))
  })
  it('wakes a waiting reader, and lets one go that has left', async () => {
    const log = new TurnLog('t', 'c')
    const { cursor } = log.readFrom(turnStart)
    const waiting = log.changedSince(cursor, undefined)
    log.enter('prefill')
    await waiting
    const leaving = new AbortController()
    const second = log.changedSince(log.readFrom(turnStart).cursor, leaving.signal)
    leaving.abort()
    await second
  })
})
