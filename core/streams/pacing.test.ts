import { describe, expect, it } from 'vitest'
import { Latest } from './changes'
import { CreditLedgers, windowItems } from './pacing'

const tick = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('CreditLedgers', () => {
  it('asks for an item only when the item can be sent', async () => {
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
  it('ends a stream that waits for credit when its reader leaves, and forgets the stream', async () => {
    const ledgers = new CreditLedgers()
    const leaving = new AbortController()
    const stream = ledgers.pace('a', leaving.signal, async () => 1)
    for (let i = 0; i < windowItems; i++) await stream.next()
    const next = stream.next()
    leaving.abort()
    expect((await next).done).toBe(true)
    expect(ledgers.open).toBe(0)
  })
  it('ignores a grant for a stream that has ended', () => {
    expect(() => new CreditLedgers().grant('gone', 5)).not.toThrow()
  })
})

describe('Latest', () => {
  it('gives a reader the newest value, and never the same value twice', async () => {
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
