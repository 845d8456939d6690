import { expect, it } from 'vitest'
import { remoteTurn } from '../../contract/remote/remote-turn'
import { noUsage } from '../chat/usage'
import { none, reported } from '../figure'
import type { ReportedUsage } from '../stream-events'
import { type ClientTimes, measureRemoteTurn } from './measure-remote-turn'

const times: ClientTimes = { sentAt: 1000, firstAt: 1100, lastAt: 1300, finishedAt: 1310, gapsMs: [50, 50, 100] }
const usage: ReportedUsage = {
  ...noUsage,
  promptTokens: reported(30, 'usage.prompt_tokens'),
  cachedTokens: reported(10, 'timings.cache_n'),
  outputTokens: reported(5, 'usage.completion_tokens'),
  promptMs: reported(60, 'timings.prompt_ms'),
  outputMs: reported(250, 'timings.predicted_ms'),
}
const figures = (usage: ReportedUsage | null, others: Partial<ClientTimes> = {}) =>
  measureRemoteTurn(
    { ...times, ...others },
    {
      server: { url: 'http://host', kind: 'llama-server', model: 'tiny' },
      finish: 'stop',
      usage,
      pieces: 4,
      seed: null,
    },
  ).figures

it('measures time at the client, takes counts from the server, and derives only from both', () => {
  expect(figures(usage)).toMatchObject({
    cachedTokens: { kind: 'reported', value: 10, field: 'timings.cache_n' },
    ttftMs: { kind: 'measured', value: 100 },
    otherTtftMs: { kind: 'derived', value: 40, formula: 'ttft-minus-prompt-time' },
    tpotMs: { kind: 'derived', value: 50 },
    clientTokensPerSecond: { kind: 'derived', value: 20 },
    serverTokensPerSecond: { kind: 'derived', value: 20 },
    totalMs: { kind: 'measured', value: 310 },
  })
})

it('derives nothing from a count that the server does not give', () => {
  const { tpotMs, clientTokensPerSecond, processedTokens, otherTtftMs } = figures(null)
  for (const figure of [tpotMs, clientTokensPerSecond, processedTokens, otherTtftMs])
    expect(figure).toEqual({ kind: 'none', reason: 'not-given' })
})

it('derives nothing from values that contradict each other', () => {
  const { processedTokens, otherTtftMs } = figures({
    ...usage,
    cachedTokens: reported(31, 'timings.cache_n'),
    promptMs: reported(200, 'timings.prompt_ms'),
  })
  expect(processedTokens).toEqual({ kind: 'none', reason: 'unusable' })
  expect(otherTtftMs).toEqual({ kind: 'none', reason: 'unusable' })
})

it('has no rate for text that arrived at once, and no time to a first token that never came', () => {
  const atOnce = figures(usage, { lastAt: 1100, gapsMs: [] })
  expect(atOnce.tpotMs).toEqual({ kind: 'none', reason: 'too-short' })
  expect(atOnce.clientTokensPerSecond).toEqual({ kind: 'none', reason: 'too-short' })
  const { ttftMs, otherTtftMs } = figures(usage, { firstAt: null, lastAt: null, gapsMs: [] })
  expect([ttftMs, otherTtftMs]).toEqual([none('too-short'), none('too-short')])
})

it('can be stored and read again', () => {
  const turn = measureRemoteTurn(times, {
    server: { url: 'http://host', kind: 'vllm', model: 'tiny' },
    finish: 'length',
    usage,
    pieces: 4,
    seed: 7,
  })
  expect(remoteTurn.parse(JSON.parse(JSON.stringify(turn)))).toEqual(turn)
})
