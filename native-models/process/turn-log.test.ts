import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReuseReport } from '../../core/contract/cache/reuse'
import { type TurnEnd, TurnLog, turnStart } from './turn-log'

describe('TurnLog', () => {
  it('gives each reader everything since the reader’s own cursor', () => {
    const log = new TurnLog('t', 'c')
    log.token('one ', 1, 100)
    const first = log.readFrom(turnStart)
    log.token('two ', 2, 105)
    log.token('three', 3, 111)
    expect(first.update).toMatchObject({ text: 'one ', itlMs: [], outputTokens: 1 })
    expect(log.readFrom(first.cursor).update).toMatchObject({ text: 'two three', itlMs: [5, 6], outputTokens: 3, usedCells: 3 })
    expect(log.readFrom(turnStart).update.text).toBe('one two three')
  })
  it('keeps every gap of a long answer', () => {
    const log = new TurnLog('t', 'c')
    for (let i = 0; i < 1000; i++) log.token('x', i, (i * (i + 1)) / 2)
    expect(log.readFrom(turnStart).update.itlMs).toEqual(Array.from({ length: 999 }, (_, i) => i + 1))
  })
  it('tells a reader that has a list of parts when the answer is one text again', () => {
    const log = new TurnLog('t', 'c')
    log.token('one ', 1, 100)
    log.consistsOf([{ type: 'text', from: 0, to: 3 }])
    const first = log.readFrom(turnStart)
    expect(first.update.parts).toEqual([{ type: 'text', from: 0, to: 3 }])
    log.token('two', 2, 105)
    log.consistsOf(undefined)
    const second = log.readFrom(first.cursor)
    expect(second.update.parts).toEqual([{ type: 'text', from: 0 }])
    expect(log.readFrom(second.cursor).update.parts).toBeUndefined()
  })
  it('wakes a waiting reader when the log changes or the reader disconnects', async () => {
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

describe('the figures of a turn', () => {
  const end: TurnEnd = { stopReason: 'stopped', usedCells: 13, totalCells: 256, seed: 7, threads: 2 }
  const reuse: ReuseReport = {
    cause: 'continued',
    heldBack: null,
    heldTokens: 6,
    commonTokens: 4,
    repeatedTokens: 2,
    repeatedMs: null,
    divergence: null,
  }
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const wait = (ms: number) => vi.advanceTimersByTime(ms)

  /** 4 of the prompt's 10 tokens are reused. */
  function begun(): TurnLog {
    const log = new TurnLog('t', 'c')
    log.sent(Date.now() - 40)
    log.enter('tokenizing')
    wait(3)
    log.prompt(10, 4)
    log.enter('prefill')
    return log
  }
  const metricsOf = (log: TurnLog) => log.readFrom(turnStart).update.metrics

  it('include the time in each phase and the gaps between tokens', () => {
    const log = begun()
    wait(6)
    log.processed(6, 10)
    log.enter('generating')
    for (const [token, text] of ['', 'one', ' two'].entries()) {
      wait(7)
      log.token(text, 11 + token)
    }
    log.answered('!')
    log.finish({ ...end, stopReason: 'end-of-text', reuse })
    expect(log.readFrom(turnStart).update).toMatchObject({ text: 'one two!', ttftMs: 40 + 3 + 6 + 14 })
    expect(metricsOf(log)).toMatchObject({
      ...end,
      stopReason: 'end-of-text',
      promptTokens: 10,
      processedTokens: 6,
      outputTokens: 3,
      queueMs: 40,
      tokeniseMs: 3,
      prefillMs: 6,
      // The first token had no text.
      firstTokenMs: 14,
      ttftMs: 63,
      tpotMs: 7,
      totalMs: 40 + 3 + 6 + 21,
      // The prefill took 1 ms per token, and 2 tokens were processed again.
      reuse: { repeatedMs: 2 },
    })
  })
  it('include only the queue time if the turn was stopped in the queue', () => {
    const log = new TurnLog('t', 'c')
    log.sent(Date.now() - 40)
    wait(10)
    log.finish(end)
    expect(metricsOf(log)).toMatchObject({ promptTokens: 0, queueMs: 50, tokeniseMs: 0, prefillMs: 0, ttftMs: null, totalMs: 50 })
  })
  it('include the rate of the tokens in the prefill, even if the last token of the prompt was processed later', () => {
    const rateOf = (prefilledTokens: number) => {
      const log = begun()
      log.processed(prefilledTokens, 4 + prefilledTokens)
      wait(5)
      log.enter('generating')
      log.finish(end)
      return metricsOf(log)?.prefillTokensPerSecond
    }
    expect([6, 5, 1].map(rateOf)).toEqual([1200, 1000, null])
  })
  it('include no cost of tokens that were processed again if the prefill was stopped', () => {
    const log = begun()
    wait(5)
    log.answered('')
    log.finish({ ...end, reuse })
    expect(metricsOf(log)).toMatchObject({ prefillMs: 5, firstTokenMs: null, reuse: { repeatedMs: null } })
  })
  it('include the stop reason if the turn was stopped because its context was replaced', () => {
    const log = begun()
    log.replaced()
    log.finish(end)
    expect(metricsOf(log)?.stopReason).toBe('context-replaced')
  })
})
