import { describe, expect, it } from 'vitest'
import { TurnLog, turnStart } from './turn-log'

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
