import { describe, expect, it } from 'vitest'
import type { ReuseReport } from '../../../core/contract/cache/reuse'
import type { TurnMetrics } from '../../../core/contract/chat/turn'
import { copy } from '../../../core/copy/copy'
import { plainFiguresOf } from './figures'
import { reportAsJson, reportAsText, reportOf } from './turn-report'

/** Every figure is a different number, so that a test can find it. */
const metrics: TurnMetrics = {
  stopReason: 'token-limit',
  promptTokens: 1101,
  reusedTokens: 1002,
  processedTokens: 99,
  outputTokens: 103,
  ttftMs: 104,
  queueMs: 105,
  tokeniseMs: 106,
  prefillMs: 107,
  firstTokenMs: 108,
  itlMs: { p50: 109, p90: 110, p99: 111 },
  tpotMs: 112,
  prefillTokensPerSecond: 113,
  decodeTokensPerSecond: 114,
  totalMs: 115,
  usedCells: 1204,
  totalCells: 2048,
  seed: 1234567,
  threads: 116,
}

it('the plain view gives the tokens, their rate and the time of the first one when you point at the time of an answer', () => {
  const meaning = (change: Partial<TurnMetrics> = {}) => plainFiguresOf({ ...metrics, ...change })[0]?.meaning
  expect(meaning()).toBe(
    'The time from Send to the end of the answer. The model wrote 103 tokens at 114 tok/s. The first token came after 104 ms.',
  )
  expect(meaning({ outputTokens: 1, decodeTokensPerSecond: null, ttftMs: null })).toBe(
    'The time from Send to the end of the answer. The model wrote 1 token.',
  )
  const ofServer = copy.cache.card.took(115, { outputTokens: null, tokensPerSecond: null, ttftMs: 104 })
  expect(ofServer.meaning).toBe('The time from Send to the end of the answer. The first token came after 104 ms.')
})

describe('the report of a turn', () => {
  it('has every measured figure, in words and with its unit', () => {
    const text = reportAsText(metrics, null)
    const shown = [
      '1,101 tokens',
      '1,002 tokens',
      '99 tokens',
      '103 tokens',
      '1,204 of 2,048',
      'Seed: 1234567',
      'Threads: 116',
      'token limit',
    ]
    for (const value of shown) expect(text).toContain(value)
    for (const value of [104, 105, 106, 107, 108, 109, 110, 111, 112, 115]) expect(text).toContain(`${value} ms`)
    for (const value of [113, 114]) expect(text).toContain(`${value} tok/s`)
  })
  it('has a different explanation for every row', () => {
    const rows = reportOf(metrics, null).flatMap((group) => group.rows)
    expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length)
    expect(new Set(rows.map((row) => row.meaning)).size).toBe(rows.length)
  })
  it('says “none” if nothing could be measured', () => {
    const text = reportAsText(
      { ...metrics, ttftMs: null, firstTokenMs: null, itlMs: null, tpotMs: null, decodeTokensPerSecond: null },
      null,
    )
    expect(text.match(/: none$/gm)).toHaveLength(7)
  })
  it('shows what was processed for other conversations in the same steps', () => {
    const shared = { ...metrics, sharedSteps: { steps: 57, otherTurns: 2, otherPromptTokens: 4095 } }
    const text = reportAsText(shared, null)
    for (const value of ['Shared steps: 57', 'Other turns: 2', 'Their prompt tokens: 4,095 tokens']) expect(text).toContain(value)
    expect(reportAsText(metrics, null)).not.toContain('Shared steps')
  })
  it('is copied as JSON with the measured figures', () => {
    expect(JSON.parse(reportAsJson(metrics))).toEqual(metrics)
  })
})

describe('the report about memory bandwidth', () => {
  const reads: TurnMetrics['reads'] = {
    tokens: 1150,
    weights: [
      { type: 'q4_K', bytes: 300 * 2 ** 20 },
      { type: 'q6_K', bytes: 64 * 2 ** 20 },
    ],
    caches: [{ kind: 'sliding', readBytes: 36 * 2 ** 20, writtenBytes: 2 ** 20 }],
    flop: 1,
    location: 'ram',
  }
  const memory = {
    ...{ measuredAt: 0, cpu: '', cores: 2, memoryBytes: 1, arrayBytes: 1, cacheBytes: null },
    byThreads: [{ threads: 2, bytesPerSecond: 401 * 2 ** 20 * 20 }],
  }
  it('shows the bytes of a token by part, the ITL at the triad’s rate, and MBU', () => {
    const text = reportAsText({ ...metrics, reads }, memory)
    // At 20 x (364 + 36 + 1) MiB per second, a token takes 50 ms. It was measured at 109 ms.
    for (const value of [
      'Weights: 364 MiB',
      'q4_K: 300 MiB',
      'sliding window: 36.0 MiB',
      'Bytes per token: 401 MiB',
      'triad’s rate, 2 threads: 50.0 ms',
      'MBU, 2 threads: 46%',
    ])
      expect(text).toContain(value)
  })
  it('says next to MBU that it says little if the bytes of a token fit into the last-level cache', () => {
    const text = reportAsText({ ...metrics, reads }, { ...memory, cacheBytes: 401 * 2 ** 20 })
    expect(text).toContain('MBU, 2 threads: 46%, not meaningful: fits in the processor’s cache')
  })
  it('says why there is no MBU, and explains every row differently', () => {
    expect(reportAsText({ ...metrics, reads }, null)).toContain('MBU: bandwidth not measured')
    const rows = reportOf({ ...metrics, reads }, null).flatMap((group) => group.rows)
    expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length)
    expect(new Set(rows.map((row) => row.meaning)).size).toBe(rows.length)
  })
})

describe('the report about tokens that were processed again', () => {
  const reuse: ReuseReport = {
    cause: 'edited-message',
    heldBack: 'recurrent-state',
    heldTokens: 1201,
    commonTokens: 1050,
    repeatedTokens: 48,
    repeatedMs: 117,
    divergence: { position: 1050, part: 'user', message: 3, before: 'my secret', held: ' was', prompt: ' is', clock: null },
  }
  it('contains the number of tokens, their cost and the cause', () => {
    const text = reportAsText({ ...metrics, reuse }, null)
    for (const value of ['Processed again: 48 tokens', '117 ms', 'a recurrent state cannot be rolled back']) expect(text).toContain(value)
  })
  it('has no row if no token was processed again', () => {
    const names = reportOf({ ...metrics, reuse: { ...reuse, repeatedTokens: 0, repeatedMs: 0 } }, null).flatMap(({ rows }) =>
      rows.map((row) => row.name),
    )
    expect(names).toContain('Processed')
    expect(names).not.toContain('Processed again')
  })
  it('is copied without a word of the conversation', () => {
    const copied = reportAsText({ ...metrics, reuse }, null) + reportAsJson({ ...metrics, reuse })
    for (const word of ['secret', ' was"', ' is"']) expect(copied).not.toContain(word)
    expect(JSON.parse(reportAsJson({ ...metrics, reuse })).reuse.divergence).toEqual({ position: 1050, part: 'user', message: 3 })
  })
})
