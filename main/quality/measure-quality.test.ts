import { describe, expect, it } from 'vitest'
import type { ServerKind } from '../../core/remote/server-facts'
import { Network } from '../library/network/network'
import { json, LyingServer, type Reply, status } from '../remote/testing/lying-server'
import { forcedServer } from './forced-lists'
import { measureQuality, type QualityText, type ScoredWindow } from './measure-quality'
import { madeLlamaServer, madeSglang, madeVllm, predicted, promptsOf, vocabulary } from './testing/made-model'

const network = new Network({ findProxy: async () => undefined })
const never = new AbortController().signal
const text = 'The cache keeps keys and values of tokens. A cell holds one token. Évery séquence has its own cells. '.repeat(4)
const wanted: QualityText = { text, windowTokens: 40, positions: 36, topK: 8 }

const made = { 'llama-server': madeLlamaServer, vllm: madeVllm, sglang: madeSglang }
type Kind = keyof typeof made

async function serverOf(kind: ServerKind, replies: Record<string, Reply>) {
  const server = await LyingServer.start(replies)
  return { server, forced: forcedServer(network, { address: server.address, kind, version: null, model: 'tiny' }) }
}

async function measured(first: readonly [Kind, number], second: readonly [Kind, number], text = wanted) {
  const [one, other] = [await serverOf(first[0], made[first[0]](first[1])), await serverOf(second[0], made[second[0]](second[1]))]
  const windows: ScoredWindow[] = []
  await measureQuality(one.forced, other.forced, text, { signal: never, onWindow: (scored) => windows.push(scored) })
  return { windows, prompts: promptsOf(one.server) }
}

const exactOf = (context: readonly number[], noise: number, otherNoise: number): number => {
  const [reference, other] = [predicted(context, noise), predicted(context, otherNoise)]
  return reference.reduce((sum, logprob, token) => sum + Math.exp(logprob) * (logprob - (other[token] as number)), 0)
}

describe('the quality of a server', () => {
  it.each([
    ['llama-server', 'llama-server'],
    ['llama-server', 'vllm'],
    ['vllm', 'sglang'],
  ] as const)('is the same for the same predictions by %s and %s', async (first, second) => {
    const { windows } = await measured([first, 0], [second, 0])
    const scores = windows.flatMap((window) => window.scores)
    expect(scores).toHaveLength(36)
    for (const { divergence, sameTop, logprobChange, nll, referenceNll } of scores) {
      expect([divergence, sameTop]).toEqual([0, true])
      expect(logprobChange).toBeCloseTo(0, 12)
      expect(nll).toBeCloseTo(referenceNll as number, 12)
    }
  })
  it.each(['llama-server', 'vllm', 'sglang'] as const)('is a lower bound of the exact divergence of %s', async (kind) => {
    const { windows } = await measured(['llama-server', 0], [kind, 0.4])
    let [bound, exact] = [0, 0]
    for (const { window, scores } of windows)
      for (const [at, { divergence, nll }] of scores.entries()) {
        const target = window.targets[at] as number
        const context = window.tokens.slice(0, target)
        bound += divergence
        exact += exactOf(context, 0, 0.4)
        expect(divergence).toBeLessThanOrEqual(exactOf(context, 0, 0.4) + 1e-12)
        expect(nll).toBeCloseTo(-(predicted(context, 0.4)[window.tokens[target] as number] as number), 9)
      }
    expect(bound / exact).toBeGreaterThan(0.5)
  })
  it('is exact with the whole vocabulary', async () => {
    const { windows } = await measured(['llama-server', 0], ['vllm', 0.4], { ...wanted, topK: vocabulary })
    for (const { window, scores } of windows)
      for (const [at, { divergence, covered }] of scores.entries()) {
        expect(divergence).toBeCloseTo(exactOf(window.tokens.slice(0, window.targets[at]), 0, 0.4), 6)
        expect(covered).toBeCloseTo(1, 9)
      }
  })
  it('comes from the same tokens on both servers, which begin as the model’s texts begin', async () => {
    const { windows, prompts } = await measured(['llama-server', 0], ['vllm', 0])
    expect(prompts).toEqual(windows.flatMap(({ window }) => window.targets.map((target) => window.tokens.slice(0, target))))
    expect(new Set(prompts.map(([first]) => first))).toEqual(new Set([63]))
  })
})

describe('the quality of a server is refused', () => {
  const failureOf = (first: Awaited<ReturnType<typeof serverOf>>, second: Awaited<ReturnType<typeof serverOf>>, text = wanted) =>
    measureQuality(first.forced, second.forced, text, { signal: never, onWindow: () => {} }).then(
      () => null,
      (error: { failure?: unknown }) => error.failure,
    )

  it('if the two servers divide the text into different tokens', async () => {
    const other = await serverOf('vllm', {
      ...madeVllm(0),
      '/tokenize': (response, request) => {
        const { prompt } = JSON.parse(request.body) as { prompt: string }
        return json({ tokens: [...prompt].map((_, at) => (at === 2 ? 1 : 20)) })(response, request)
      },
    })
    const reference = await serverOf('llama-server', madeLlamaServer(0))
    expect(await failureOf(reference, other)).toEqual({
      code: 'server-tokens-differ',
      facts: { url: other.server.address.url, referenceUrl: reference.server.address.url, token: 1 },
    })
    expect(promptsOf(reference.server)).toEqual([])
  })
  it('if the text is too short', async () => {
    const [one, other] = [await serverOf('vllm', madeVllm(0)), await serverOf('sglang', madeSglang(0))]
    expect(await failureOf(one, other, { ...wanted, text: 'too short' })).toEqual({
      code: 'compare-text-too-short',
      facts: { tokens: 9, neededTokens: 80 },
    })
  })
  it.each(['ollama', 'lm-studio', 'openai'] as const)('if the server is %s, which takes no tokens', async (kind) => {
    const { address } = await LyingServer.start({})
    expect(() => forcedServer(network, { address, kind, version: null, model: 'tiny' })).toThrow(
      expect.objectContaining({ failure: { code: 'server-without-logprobs', facts: { url: address.url } } }),
    )
  })
  it.each([
    ['has no lists', json({}), 'server-response-unreadable', 'other-shape'],
    [
      'has probabilities that are not numbers',
      status(200, '{"completion_probabilities":[{"top_logprobs":NaN}]}'),
      'server-response-unreadable',
      'not-json',
    ],
    [
      'has more than 1 in total',
      json({
        completion_probabilities: [
          {
            id: 1,
            logprob: 0,
            top_logprobs: [
              { id: 1, logprob: 0 },
              { id: 2, logprob: -1 },
            ],
          },
        ],
      }),
      'server-response-unreadable',
      'improbable',
    ],
    ['is an error', status(400, { error: { message: 'no tokens here', code: 400 } }), 'server-refused', undefined],
  ] as const)('if an answer %s', async (_, reply, code, kind) => {
    const reference = await serverOf('llama-server', madeLlamaServer(0))
    const other = await serverOf('llama-server', { ...madeLlamaServer(0), '/completion': reply })
    const failure = await failureOf(reference, other)
    expect(failure).toMatchObject({ code })
    if (kind) expect(failure).toMatchObject({ facts: { reason: { kind } } })
  })
})
