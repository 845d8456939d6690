import { describe, expect, it } from 'vitest'
import type { CompareResultOf } from '../../contract/compare/compare-tasks'
import { measured, none, reported } from '../../remote/figure'
import { measureRemoteTurn } from '../../remote/turn/measure-remote-turn'
import { clientFigures, clientTurn } from './client-turn'

const server = { url: 'http://lab', kind: 'llama-server', model: 'tiny' } as const
const times = { sentAt: 0, firstAt: 200, lastAt: 1200, finishedAt: 1300, gapsMs: [500, 500] }

const serverAnswer = (prompt: number | null, cached: number | null): CompareResultOf<'server-answer'> => ({
  kind: 'server-answer',
  context: null,
  threads: null,
  text: 'a b c',
  gapsMs: [500, 500],
  turn: measureRemoteTurn(times, {
    server,
    finish: 'length',
    pieces: 3,
    seed: null,
    usage: {
      promptTokens: prompt === null ? null : reported(prompt, 'usage.prompt_tokens'),
      cachedTokens: cached === null ? null : reported(cached, 'usage.prompt_tokens_details.cached_tokens'),
      outputTokens: reported(11, 'usage.completion_tokens'),
      reasoningTokens: null,
      promptMs: null,
      outputMs: null,
      drafted: null,
      accepted: null,
    },
  }),
})
const localAnswer = {
  kind: 'answer',
  metrics: { ttftMs: 100, tpotMs: 20, promptTokens: 60, reusedTokens: 10 },
  itlMs: [10, 30],
} as unknown as CompareResultOf<'answer'>

describe('a turn at the client', () => {
  it('of a server: the rates are calculated from what was measured here and the tokens that the server reports', () => {
    const { figures, gapsMs } = clientTurn(serverAnswer(520, 20)) ?? {}
    expect(gapsMs).toEqual([500, 500])
    expect(figures).toMatchObject({
      ttftMs: measured(200),
      promptTokens: { kind: 'reported', value: 520 },
      // 500 tokens in 200 ms; 10 tokens in the second after the first text.
      promptPerSecond: { kind: 'derived', value: 2500, formula: 'processed-tokens-over-ttft' },
      outputPerSecond: { kind: 'derived', value: 10, formula: 'later-tokens-over-client-time' },
    })
  })
  it('of a server that does not say how many tokens were cached: all of its prompt counts, and the formula says so', () => {
    expect(clientTurn(serverAnswer(520, null))?.figures).toMatchObject({
      cachedTokens: none('not-given'),
      promptPerSecond: { kind: 'derived', value: 2600, formula: 'prompt-tokens-over-ttft' },
    })
    expect(clientTurn(serverAnswer(null, null))?.figures.promptPerSecond).toEqual(none('not-given'))
  })
  it('of this machine: has the same formulas', () => {
    expect(clientTurn(localAnswer)?.figures).toMatchObject({
      ttftMs: measured(100),
      cachedTokens: measured(10),
      promptPerSecond: { kind: 'derived', value: 500, formula: 'processed-tokens-over-ttft' },
      outputPerSecond: { kind: 'derived', value: 50, formula: 'later-tokens-over-client-time' },
    })
  })
  it('exists only for an answer', () => {
    expect(clientTurn(null)).toBeNull()
    expect(clientTurn({ kind: 'tool-calls', context: null, threads: null, answers: [] })).toBeNull()
  })
})

it('the figures of several turns have the values of those that have them, and their source', () => {
  const turns = [serverAnswer(520, null), serverAnswer(540, 40)].flatMap((result) => clientTurn(result) ?? [])
  const { promptTokens, cachedTokens } = clientFigures(turns)
  expect(promptTokens.values).toEqual([520, 540])
  expect(cachedTokens).toMatchObject({ values: [40], source: { kind: 'reported' } })
})
