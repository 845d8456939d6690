import type { RemoteTurn } from '../../contract/remote/remote-turn'
import { percentilesOf } from '../../stats/percentile'
import { derived, type Figure, measured, none, reported } from '../figure'
import type { FinishReason, ReportedUsage } from '../stream-events'
import type { TurnFigures } from '../turn-figures'
import { usageFieldsOf } from './usage-fields'

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
    figures: figuresOf(times, usage, usageFieldsOf(server.kind, finish === 'stopped')),
  }
}

function figuresOf(
  { sentAt, firstAt, lastAt, finishedAt }: ClientTimes,
  usage: ReportedUsage | null,
  fields: ReturnType<typeof usageFieldsOf>,
): TurnFigures {
  const given = (name: keyof ReportedUsage): Figure => {
    const value = usage?.[name] ?? null
    return value === null ? none('not-given') : reported(value, fields[name])
  }
  const { promptTokens = null, cachedTokens = null, outputTokens = null, promptMs = null, outputMs = null } = usage ?? {}
  const ttftMs = firstAt === null ? null : firstAt - sentAt
  const laterTokens = outputTokens === null ? 0 : outputTokens - 1
  const laterMs = firstAt === null || lastAt === null ? 0 : lastAt - firstAt
  const isTimed = laterTokens > 0 && laterMs > 0
  const untimed = none(outputTokens === null ? 'not-given' : 'too-short')
  const isTtftSplit = ttftMs !== null && promptMs !== null && promptMs <= ttftMs
  const hasServerRate = outputTokens !== null && outputMs !== null && outputMs > 0
  return {
    promptTokens: given('promptTokens'),
    cachedTokens: given('cachedTokens'),
    processedTokens:
      promptTokens === null || cachedTokens === null
        ? none('not-given')
        : cachedTokens > promptTokens
          ? none('unusable')
          : derived(promptTokens - cachedTokens, 'prompt-minus-cached-tokens'),
    outputTokens: given('outputTokens'),
    reasoningTokens: given('reasoningTokens'),
    ttftMs: ttftMs === null ? none('too-short') : measured(ttftMs),
    promptMs: given('promptMs'),
    otherTtftMs: isTtftSplit ? derived(ttftMs - promptMs, 'ttft-minus-prompt-time') : none(promptMs === null ? 'not-given' : 'unusable'),
    outputMs: given('outputMs'),
    tpotMs: isTimed ? derived(laterMs / laterTokens, 'client-time-over-later-tokens') : untimed,
    clientTokensPerSecond: isTimed ? derived((laterTokens * 1000) / laterMs, 'later-tokens-over-client-time') : untimed,
    serverTokensPerSecond: hasServerRate ? derived((outputTokens * 1000) / outputMs, 'output-tokens-over-output-time') : none('not-given'),
    totalMs: measured(finishedAt - sentAt),
    draftedTokens: given('drafted'),
    acceptedTokens: given('accepted'),
  }
}
