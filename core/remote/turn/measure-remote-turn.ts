import type { RemoteTurn } from '../../contract/remote/remote-turn'
import { percentilesOf } from '../../stats/percentile'
import { derived, type Figure, figureValue, measured, none } from '../figure'
import type { FinishReason, ReportedUsage } from '../stream-events'
import type { TurnFigures } from '../turn-figures'

/** What this machine saw. `firstAt` and `lastAt` are of pieces. */
export interface ClientTimes {
  readonly sentAt: number
  readonly firstAt: number | null
  readonly lastAt: number | null
  readonly finishedAt: number
  readonly gapsMs: ArrayLike<number>
}

export interface RemoteOutcome {
  readonly server: RemoteTurn['server']
  readonly finish: FinishReason | 'stopped' | null
  readonly usage: ReportedUsage | null
  readonly pieces: number
  readonly seed: number | null
}

const stopReasons = {
  stop: 'end-of-text',
  'tool-calls': 'end-of-text',
  length: 'token-limit',
  stopped: 'stopped',
  other: null,
} as const satisfies Readonly<Record<FinishReason | 'stopped', RemoteTurn['stopReason']>>

export function measureRemoteTurn(times: ClientTimes, { server, finish, usage, pieces, seed }: RemoteOutcome): RemoteTurn {
  return {
    server,
    stopReason: finish === null ? null : stopReasons[finish],
    pieces,
    gapsMs: percentilesOf(times.gapsMs),
    seed,
    figures: figuresOf(times, usage),
  }
}

function figuresOf({ sentAt, firstAt, lastAt, finishedAt }: ClientTimes, usage: ReportedUsage | null): TurnFigures {
  const given = (name: keyof ReportedUsage): Figure => usage?.[name] ?? none('not-given')
  const valueIn = (name: keyof ReportedUsage): number | null => figureValue(given(name))
  const outputTokens = valueIn('outputTokens')
  const ttftMs = firstAt === null ? null : firstAt - sentAt
  const laterTokens = outputTokens === null ? 0 : outputTokens - 1
  const laterMs = firstAt === null || lastAt === null ? 0 : lastAt - firstAt
  const isTimed = laterTokens > 0 && laterMs > 0
  const untimed = none(outputTokens === null ? 'not-given' : 'too-short')
  return {
    promptTokens: given('promptTokens'),
    cachedTokens: given('cachedTokens'),
    processedTokens: processedOf(valueIn('promptTokens'), valueIn('cachedTokens')),
    outputTokens: given('outputTokens'),
    reasoningTokens: given('reasoningTokens'),
    ttftMs: ttftMs === null ? none('too-short') : measured(ttftMs),
    promptMs: given('promptMs'),
    otherTtftMs: otherTtftOf(ttftMs, valueIn('promptMs')),
    outputMs: given('outputMs'),
    tpotMs: isTimed ? derived(laterMs / laterTokens, 'client-time-over-later-tokens') : untimed,
    clientTokensPerSecond: isTimed ? derived((laterTokens * 1000) / laterMs, 'later-tokens-over-client-time') : untimed,
    serverTokensPerSecond: serverRateOf(outputTokens, valueIn('outputMs')),
    totalMs: measured(finishedAt - sentAt),
    draftedTokens: given('drafted'),
    acceptedTokens: given('accepted'),
  }
}

function processedOf(promptTokens: number | null, cachedTokens: number | null): Figure {
  if (promptTokens === null || cachedTokens === null) return none('not-given')
  return cachedTokens > promptTokens ? none('unusable') : derived(promptTokens - cachedTokens, 'prompt-minus-cached-tokens')
}

function otherTtftOf(ttftMs: number | null, promptMs: number | null): Figure {
  if (promptMs === null) return none('not-given')
  if (ttftMs === null) return none('too-short')
  return promptMs > ttftMs ? none('unusable') : derived(ttftMs - promptMs, 'ttft-minus-prompt-time')
}

function serverRateOf(outputTokens: number | null, outputMs: number | null): Figure {
  if (outputTokens === null || outputMs === null) return none('not-given')
  return outputMs > 0 ? derived((outputTokens * 1000) / outputMs, 'output-tokens-over-output-time') : none('too-short')
}
