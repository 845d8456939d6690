import { describe, expect, it } from 'vitest'
import { Random } from '../../grammar/testing/random'
import { serverKinds } from '../server-facts'
import { mutated } from '../testing/random-json'
import { forcedDialectOf } from './forced-tokens'
import { topListFrom } from './top-list'

const window = { tokens: [5, 6, 7, 8], targets: [2, 3] }
const ln = Math.log
const entry = (id: number, share: number) => ({ id, token: 'x', bytes: [120], logprob: ln(share) })

/** As the servers' sources write them. The text's token 7 is the second choice, 8 is not among the first two. */
const llama = (actual: number, share: number) => ({
  completion_probabilities: [{ ...entry(actual, share), top_logprobs: [entry(3, 0.5), entry(7, 0.25)] }],
})
const shareOf = (share: number, rank: number) => ({ logprob: ln(share), rank, decoded_token: 'x' })
const vllm = {
  id: 'cmpl-1',
  choices: [
    {
      index: 0,
      text: 'x',
      prompt_logprobs: [
        null,
        { '6': shareOf(0.9, 1), '1': shareOf(0.1, 2) },
        { '7': shareOf(0.25, 2), '3': shareOf(0.5, 1) },
        { '8': shareOf(0.01, 40), '3': shareOf(0.5, 1), '7': shareOf(0.25, 2) },
      ],
    },
  ],
}
const top = [
  [ln(0.5), 3, null],
  [ln(0.25), 7, null],
]
const sglang = {
  text: 'x',
  meta_info: {
    prompt_tokens: 4,
    input_token_logprobs: [
      [null, 5, null],
      [ln(0.9), 6, null],
      [ln(0.25), 7, null],
      [ln(0.01), 8, null],
    ],
    input_top_logprobs: [null, top, top, top],
  },
}
const answers = { 'llama-server': [llama(7, 0.25), llama(8, 0.01)], vllm: [vllm], sglang: [sglang] }
const listed = [
  { token: 3, logprob: ln(0.5) },
  { token: 7, logprob: ln(0.25) },
]

const requests = {
  'llama-server': [
    { path: '/completion', body: { prompt: [5, 6], n_predict: 1, n_probs: 2, post_sampling_probs: false, logit_bias: [[7, 1000]] } },
    { path: '/completion', body: { prompt: [5, 6, 7], n_predict: 1, n_probs: 2, post_sampling_probs: false, logit_bias: [[8, 1000]] } },
  ],
  vllm: [{ path: '/v1/completions', body: { model: 'tiny', prompt: [5, 6, 7, 8], max_tokens: 1, prompt_logprobs: 2 } }],
  sglang: [{ path: '/generate', body: { input_ids: [5, 6, 7, 8], return_logprob: true, logprob_start_len: 0, top_logprobs_num: 2 } }],
}

const requestsOf = (kind: keyof typeof answers) => forcedDialectOf(kind)?.requests('tiny', window, 2) ?? []

describe.each(['llama-server', 'vllm', 'sglang'] as const)('%s', (kind) => {
  it('gives the most likely tokens and the probability of the token in the text', () => {
    const lists = requestsOf(kind).map(({ read }, at) => read(answers[kind][at]))
    expect(lists.flat()).toEqual([
      { top: listed, actual: ln(0.25) },
      { top: listed, actual: ln(0.01) },
    ])
  })
  it('gets the tokens themselves, not text', () => {
    expect(requestsOf(kind)).toMatchObject(requests[kind])
  })
  it('gives no list from a damaged answer that would not be a distribution', () => {
    const random = new Random(9)
    let refused = 0
    for (let count = 0; count < 3000; count++)
      for (const [at, { read }] of requestsOf(kind).entries()) {
        const lists = read(mutated(answers[kind][at], random))
        if (typeof lists === 'string') {
          refused++
          continue
        }
        for (const { top, actual } of lists as readonly { top: typeof listed; actual: number | null }[]) {
          expect(top.length).toBeGreaterThanOrEqual(1)
          expect(top.length).toBeLessThanOrEqual(2)
          expect(top.every(({ token, logprob }) => Number.isSafeInteger(token) && logprob <= 0)).toBe(true)
          expect(top.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0)).toBeLessThanOrEqual(1.001)
          expect(actual === null || (Number.isFinite(actual) && actual <= 0)).toBe(true)
        }
      }
    expect(refused).toBeGreaterThan(500)
  })
})

it('llama-server gives no probability of the text’s token if it generated another one', () => {
  const [request] = requestsOf('llama-server')
  expect(request?.read(llama(3, 0.5))).toEqual([{ top: listed, actual: null }])
})
it('other servers are not asked, because their requests have no tokens', () => {
  expect(serverKinds.filter((kind) => !forcedDialectOf(kind))).toEqual(['ollama', 'lm-studio', 'openai'])
})

describe('a list of tokens', () => {
  const token = (id: unknown, logprob: unknown) => ({ token: id, logprob })
  it.each([
    ['is empty', [], 'other-shape'],
    ['has more tokens than were asked for', [token(1, -1), token(2, -2), token(3, -3)], 'other-shape'],
    ['has a token twice', [token(1, -1), token(1, -2)], 'other-shape'],
    ['has a token that is no number', [token('1', -1)], 'other-shape'],
    ['has a negative token', [token(-1, -1)], 'other-shape'],
    ['has a missing probability', [token(1, null)], 'other-shape'],
    ['has a probability that is text', [token(1, '-1')], 'other-shape'],
    ['has a probability that is not a number', [token(1, Number.NaN)], 'other-shape'],
    ['has a probability above 1', [token(1, 0.1)], 'improbable'],
    ['has more than 1 in total', [token(1, -0.1), token(2, -0.1)], 'improbable'],
    ['has only probabilities of 0', [token(1, -9999)], 'improbable'],
  ] as const)('is refused if it %s', (_, reported, problem) => {
    expect(topListFrom(reported, 2)).toBe(problem)
  })
  it('is sorted, and leaves out tokens whose probability is too small for the server’s numbers', () => {
    expect(topListFrom([token(1, -3), token(2, -0.1), token(3, -9999), token(4, -3.4028234663852886e38)], 4)).toEqual([
      { token: 2, logprob: -0.1 },
      { token: 1, logprob: -3 },
    ])
  })
})
