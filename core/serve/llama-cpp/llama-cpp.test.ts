import { describe, expect, it } from 'vitest'
import { coded } from '../../contract/errors/coded-error'
import { defaultSampling } from '../../contract/settings/sampling'
import { seededRandom } from '../../stats/seeded-random'
import { refusalOf } from '../refusal'
import { madeClient, madeEvents, randomEvents } from '../testing/made-events'
import { refusedField } from '../testing/refused-field'
import { CompletionStream, completionBodies } from './answer'
import { promptOf } from './prompt-of'
import { readCompletion } from './read-completion'
import { llamaRefused } from './refused'
import { settingsJson } from './settings-json'

const read = (more: object, contextTokens = 4096) => readCompletion({ prompt: 'Once', ...more }, madeClient, contextTokens)
const refused = (more: object) => refusedField(() => read(more))

describe('a request for /completion', () => {
  it('takes over llama-server’s names', () => {
    const { request, ...flags } = read({
      n_predict: 8,
      temperature: 0,
      top_k: -1,
      top_p: 0.9,
      min_p: 0.1,
      xtc_threshold: 0.9,
      repeat_last_n: 32,
      dry_base: 0.5,
      dry_penalty_last_n: -1,
      seed: -1,
      n_probs: 5,
      stop: ['', '###'],
      json_schema: {},
      logit_bias: [
        [5, -1],
        ['x', false],
      ],
      ignore_eos: true,
      stream: true,
      return_progress: true,
      timings_per_token: true,
      cache_prompt: true,
      id_slot: -1,
      samplers: ['penalties', 'dry', 'top_k', 'top_p', 'min_p', 'xtc', 'temperature'],
    })
    expect(flags).toMatchObject({ stream: true, returnProgress: true, timingsPerToken: true, returnTokens: false, probs: 5, isList: false })
    expect(request).toMatchObject({
      answers: 1,
      topLogprobs: 5,
      sampling: {
        maxTokens: 8,
        temperature: 0,
        topK: 0,
        topP: 0.9,
        minP: 0.1,
        xtcProbability: 0,
        repeatPenaltyTokens: 32,
        dryBase: 1.75,
        dryLastTokens: null,
        seed: null,
        stopTexts: ['###'],
        grammar: { kind: 'json-schema', text: '{}' },
        logitBias: [
          { token: 5, bias: -1 },
          { token: 'x', bias: -100 },
        ],
        ignoreEndOfText: true,
      },
    })
    expect(read({ logit_bias: { 5: 2, hello: false }, grammar: 'root ::= "x"', n_predict: -1 }).request.sampling).toEqual({
      maxTokens: null,
      grammar: { kind: 'gbnf', text: 'root ::= "x"' },
      logitBias: [
        { token: 5, bias: 2 },
        { token: 'hello', bias: -100 },
      ],
    })
  })

  it('may have one prompt, several, or prompts of texts and tokens', () => {
    const prompts = (prompt: unknown) => {
      const { prompts, isList } = read({ prompt })
      return [prompts, isList]
    }
    expect(prompts('a')).toEqual([['a'], false])
    expect(prompts([1, 2, 'a'])).toEqual([[[1, 2, 'a']], false])
    expect(prompts([[1, 2], 'a'])).toEqual([[[1, 2], 'a'], true])
    expect(prompts({ prompt_string: 'a' })).toEqual([['a'], false])
    expect(read({ cache_prompt: false }).request.usesCache).toBe(false)
    expect(read({ n_cmpl: 2 })).toMatchObject({ isList: true, request: { answers: 2 } })
    for (const empty of ['', [], [''], { prompt_string: '' }]) expect(refused({ prompt: empty })).toBe('prompt')
    expect(refused({ prompt: ['a', ''] })).toBe('prompt[1]')
    expect(refused({ prompt: [[1], { prompt_string: ['', ''] }] })).toBe('prompt[1]')
    expect(refused({ prompt: ['', 1] })).toBeUndefined()
    expect(refused({ prompt: { prompt_string: 'a', multimodal_data: ['x'] } })).toBe('prompt.multimodal_data[0]')
  })

  it('has limits in tokens and in time, as in llama-server', () => {
    const { request, postSamplingProbs } = read({ n_predict: 0, t_max_predict_ms: 100, n_probs: 2, post_sampling_probs: true })
    expect(request).toMatchObject({ sampling: { maxTokens: 1 }, mostPredictMs: 100, postSamplingProbs: true })
    expect(postSamplingProbs).toBe(true)
    for (const none of [0, -1, null]) expect(read({ t_max_predict_ms: none }).request.mostPredictMs).toBeUndefined()
    expect(refused({ t_max_predict_ms: 1.5 })).toBe('t_max_predict_ms')
    expect(read({ repeat_last_n: -1 }, 2048).request.sampling.repeatPenaltyTokens).toBe(2048)
    expect(refusedField(() => read({ repeat_last_n: -1 }, 8192))).toBe('repeat_last_n')
    expect(refused({ post_sampling_probs: 'yes' })).toBe('post_sampling_probs')
  })

  it('is refused if two of its fields contradict each other', () => {
    expect(refused({ grammar: 'root ::= "x"', json_schema: {} })).toBe('grammar')
    expect(refused({ grammar: '', json_schema: {} })).toBeUndefined()
    expect(refused({ n_predict: 5, max_tokens: 6 })).toBe('max_tokens')
    expect(refused({ n_predict: 5, max_completion_tokens: 6 })).toBe('max_completion_tokens')
    expect(refused({ n_predict: 5, max_tokens: 5, max_completion_tokens: null })).toBeUndefined()
    expect(refused({ stream_options: { include_usage: true } })).toBe('stream_options')
  })

  it('takes the slot that it names; −1 is any slot', () => {
    expect([0, 3, -1, null].map((id_slot) => read({ id_slot }).request.slot)).toEqual([0, 3, undefined, undefined])
  })

  it('is refused with the name of the field that the engine cannot honor', () => {
    for (const [field, value] of Object.entries({
      mirostat: 2,
      typical_p: 0.9,
      id_slot: -2,
      n_keep: 5,
      lora: [{ id: 0, scale: 1 }],
      samplers: ['top_k'],
      top_n_sigma: 1,
      temperature: 'warm',
      warmth: 1,
    }))
      expect(refused({ [field]: value })).toBe(field)
  })
})

describe('a prompt of texts and tokens', () => {
  it('is tokenized piece by piece, and only a text in front may begin with BOS', async () => {
    const asked: [string, boolean][] = []
    const { prompt, text } = await promptOf(
      ['a', 7, 'b'],
      async (piece, addSpecial) => {
        asked.push([piece, addSpecial])
        return [addSpecial ? 1 : 2]
      },
      async (tokens) => tokens.join(' '),
    )
    expect(asked).toEqual([
      ['a', true],
      ['b', false],
    ])
    expect([prompt, text]).toEqual([{ kind: 'tokens', tokens: [1, 7, 2] }, '1 7 2'])
  })
})

const flags = { stream: true, probs: 0, postSamplingProbs: false, timingsPerToken: true, logitBias: [] }
const options = {
  model: 'pocket',
  prompt: 'Once',
  index: 0,
  settings: settingsJson({ ...defaultSampling, maxTokens: 5 }, flags),
  timingsPerToken: true,
  returnProgress: true,
  returnTokens: true,
  probs: 0,
  postSamplingProbs: false,
  responseFields: [],
}
// biome-ignore lint/suspicious/noExplicitAny: chunks are read as any client does
type Any = any

describe('llama-server’s answer', () => {
  it('has progress, timings per token, and at the end what the engine counted', () => {
    let now = 100
    const stream = new CompletionStream(options, () => now)
    const chunks = madeEvents([{ text: 'upon' }, { text: ' a\n' }, { text: ' time' }], { stopReason: 'token-limit' }).flatMap(
      (event): Any[] => {
        now += 10
        return stream.push(event)
      },
    )
    expect(chunks[0]).toMatchObject({
      prompt_progress: { total: 40, cache: 30, processed: 30, time_ms: 2 },
      timings: { prompt_n: 0, prompt_ms: 0, predicted_n: 0, predicted_ms: 0 },
    })
    expect(chunks[1].prompt_progress).toEqual({ total: 40, cache: 30, processed: 40, time_ms: 12 })
    expect(chunks[3]).toMatchObject({
      content: ' a\n',
      stop: false,
      tokens_predicted: 2,
      timings: { cache_n: 30, prompt_n: 10, predicted_n: 2, predicted_ms: 10 },
    })
    expect(chunks.at(-1)).toMatchObject({
      content: '',
      stop: true,
      id_slot: 1,
      tokens_predicted: 3,
      tokens_evaluated: 40,
      tokens_cached: 45,
      has_new_line: true,
      truncated: false,
      stop_type: 'limit',
      stopping_word: '',
      generation_settings: { n_predict: 5, seed: 7, adaptive_target: -1 },
      timings: {
        cache_n: 30,
        prompt_n: 10,
        prompt_ms: 15,
        prompt_per_token_ms: 1.5,
        predicted_n: 3,
        predicted_ms: 40,
        predicted_per_token_ms: 20,
        predicted_per_second: 50,
      },
    })
  })

  it('has no times without a second token, and no invalid ones', () => {
    const [{ timings }] = completionBodies(madeEvents([{ text: 'x' }], { promptTokens: 30 }), options) as Any
    expect(timings).toMatchObject({ prompt_n: 0, prompt_per_token_ms: 0, predicted_per_second: 0, predicted_per_token_ms: 0 })
    for (const value of Object.values(timings)) expect(value).toBeGreaterThanOrEqual(0)
  })

  it('is the same with and without a stream, for any answer', () => {
    for (let seed = 0; seed < 100; seed++) {
      const events = randomEvents(seededRandom(seed))
      const stream = new CompletionStream(options, () => 0)
      const chunks = events.flatMap((event): Any[] => stream.push(event))
      const [whole] = completionBodies(events, options) as Any
      expect(chunks.map(({ content }) => content).join('')).toBe(whole.content)
      const { content: _, tokens: __, ...end } = chunks.at(-1)
      expect(whole).toMatchObject(end)
    }
  })

  it('has token ids and probabilities only if the request asks for them', () => {
    const token = { id: 5, text: 'x', logprob: -1, top: [{ id: 6, text: 'y', logprob: -0.5 }] }
    const events = madeEvents([{ text: 'x' }], {}, [token])
    const [whole] = completionBodies(events, { ...options, probs: 1 }) as Any
    expect(whole.tokens).toEqual([5])
    expect(whole.completion_probabilities).toEqual([
      { id: 5, token: 'x', bytes: [120], logprob: -1, top_logprobs: [{ id: 6, token: 'y', bytes: [121], logprob: -0.5 }] },
    ])
    const after = { ...token, logprob: Math.log(0.25), bytes: [0xe2], top: [{ id: 6, text: 'y', logprob: 0 }] }
    const [sampled] = completionBodies(madeEvents([{ text: 'x' }], {}, [after]), { ...options, probs: 1, postSamplingProbs: true }) as Any
    expect(sampled.completion_probabilities).toEqual([
      { id: 5, token: 'x', bytes: [0xe2], prob: 0.25, top_probs: [{ id: 6, token: 'y', bytes: [121], prob: 1 }] },
    ])
    const [plain] = completionBodies(events, { ...options, returnTokens: false }) as Any
    expect([plain.tokens, plain.completion_probabilities]).toEqual([[], undefined])
  })

  it('has only the fields that the request names', () => {
    const responseFields = ['content', 'generation_settings/n_predict', 'nothing']
    expect(completionBodies(madeEvents([{ text: 'x' }]), { ...options, responseFields })).toEqual([
      { content: 'x', 'generation_settings/n_predict': 5 },
    ])
  })
})

describe('llama-server’s errors', () => {
  it('have a code, a type, and the size of the prompt if it is too long', () => {
    const refusal = refusalOf(coded('prompt-too-long', { promptTokens: 9000, contextTokens: 4096 }).failure)
    expect(llamaRefused(refusal)).toEqual({
      error: { code: 400, message: refusal.message, type: 'exceed_context_size_error', n_prompt_tokens: 9000, n_ctx: 4096 },
    })
  })
})
