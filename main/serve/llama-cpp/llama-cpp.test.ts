import { describe, expect, it } from 'vitest'
import { coded } from '../../../core/contract/errors/coded-error'
import { madeEvents } from '../../../core/serve/testing/made-events'
import { madeServer } from '../testing/made-server'
import type { Given } from '../testing/made-service'

async function connected(given: Given = []) {
  const { service, url } = await madeServer(given)
  const ask = async (path: string, body?: object) => {
    const response = await fetch(url + path, body ? { method: 'POST', body: JSON.stringify(body) } : {})
    const text = await response.text()
    return { status: response.status, text, json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined }
  }
  return { service, url, ask }
}

const upon = madeEvents([{ text: 'upon' }, { text: ' a' }], { stopReason: 'token-limit' })
const chunksIn = (text: string) =>
  text
    .trim()
    .split('\n\n')
    .map((chunk) => JSON.parse(chunk.replace(/^data: /, '')))

describe('llama-server’s API', () => {
  it('completes a prompt with and without a stream', async () => {
    const { ask } = await connected(upon)
    const whole = (await ask('/completion', { prompt: 'Once', n_predict: 2 })).json
    expect(whole).toMatchObject({
      content: 'upon a',
      stop: true,
      stop_type: 'limit',
      prompt: 'Once',
      model: 'pocket',
      timings: { cache_n: 30, prompt_n: 10 },
    })
    const chunks = chunksIn((await ask('/completion', { prompt: 'Once', stream: true, return_progress: true })).text)
    expect(chunks.map(({ content }) => content).join('')).toBe('upon a')
    expect(chunks.filter(({ prompt_progress }) => prompt_progress)).toHaveLength(2)
    expect(chunks.findLast(({ prompt_progress }) => prompt_progress).prompt_progress).toMatchObject({ total: 40, processed: 40 })
    expect(chunks.at(-1)).toMatchObject({ stop: true, timings: whole.timings })
  })

  it('completes several prompts, and prompts of texts and tokens', async () => {
    const { ask, service } = await connected(upon)
    const { json } = await ask('/completions', { prompt: ['Once', [97, 'b'], { prompt_string: 'c' }] })
    expect(json.map(({ index, content, prompt }: Record<string, unknown>) => [index, content, prompt])).toEqual([
      [0, 'upon a', 'Once'],
      [1, 'upon a', 'ab'],
      [2, 'upon a', 'c'],
    ])
    expect(service.requests[1]?.prompt).toEqual({ kind: 'tokens', tokens: [97, 98] })
  })

  it('stops the answers to the other prompts of a request if one fails', async () => {
    const { ask, service } = await connected()
    const answer = service.answer.bind(service)
    service.answer = (request, signal) => {
      service.given = request.prompt.kind === 'text' && request.prompt.text === 'bad' ? [coded('no-model-loaded', {})] : ['until-abort']
      return answer(request, signal)
    }
    const stopped = new Promise((resolve) => service.gone.listen(resolve))
    expect((await ask('/completion', { prompt: ['good', 'bad'] })).status).toBe(503)
    await stopped
  })

  it('lists the tokens that are biased, with those that ignore_eos forbids', async () => {
    const { ask } = await connected(upon)
    const biases = async (more: object) => (await ask('/completion', { prompt: 'x', ...more })).json.generation_settings.logit_bias
    expect(await biases({ logit_bias: { ab: -1, 7: 2 } })).toEqual([
      { token: 7, bias: 2 },
      { token: 97, bias: -1 },
      { token: 98, bias: -1 },
    ])
    expect(await biases({ ignore_eos: true })).toEqual([
      { token: 2, bias: null },
      { token: 3, bias: null },
    ])
    expect(await biases({ ignore_eos: false })).toEqual([])
  })

  it('turns texts into tokens and back', async () => {
    const { ask } = await connected()
    expect((await ask('/tokenize', { content: 'ab', add_special: true })).json).toEqual({ tokens: [1, 97, 98] })
    expect((await ask('/tokenize', { content: 'a', with_pieces: true })).json).toEqual({ tokens: [{ id: 97, piece: 'a' }] })
    expect((await ask('/tokenize', { content: [97, 200], with_pieces: true })).json).toEqual({
      tokens: [
        { id: 97, piece: 'a' },
        { id: 200, piece: [200] },
      ],
    })
    expect((await ask('/tokenize', {})).json).toEqual({ tokens: [] })
    expect((await ask('/detokenize', { tokens: [97, 98] })).json).toEqual({ content: 'ab' })
  })

  it('describes itself', async () => {
    const { ask } = await connected()
    expect((await ask('/health')).json).toEqual({ status: 'ok' })
    expect((await ask('/slots')).json).toEqual([])
    expect((await ask('/props')).json).toMatchObject({
      total_slots: 2,
      model_alias: 'pocket',
      model_path: expect.stringContaining('.gguf'),
      default_generation_settings: { n_ctx: 4096, params: { temperature: 0.5, top_k: 40 } },
      build_info: 'b0.4.0-headroom-0.1.0',
    })
  })

  it('sends a chunk per token if it lists probabilities', async () => {
    const logprobs = [' a', ' b', ' c'].map((text, id) => ({ id, text, logprob: -1, top: [] }))
    const { ask } = await connected(madeEvents([{ text: ' a b c' }], {}, logprobs))
    const chunks = chunksIn((await ask('/completion', { prompt: 'x', stream: true, n_probs: 1 })).text).filter(({ stop }) => !stop)
    expect(chunks.map(({ content, tokens }) => [content, tokens])).toEqual([
      [' a', [0]],
      [' b', [1]],
      [' c', [2]],
    ])
    for (const { completion_probabilities } of chunks) expect(completion_probabilities).toHaveLength(1)
  })

  it('says that an answer was cut off by the end of the context', async () => {
    const { ask } = await connected(madeEvents([{ text: 'a' }], { stopReason: 'context-full' }))
    expect((await ask('/completion', { prompt: 'x' })).json).toMatchObject({ truncated: true, stop_type: 'limit' })
  })

  it('refuses the endpoints of llama-server that the engine has nothing for', async () => {
    const { ask } = await connected()
    for (const path of ['/infill', '/rerank', '/lora-adapters', '/slots/0?action=save'])
      expect([path, await ask(path, { query: 'x' })]).toMatchObject([
        path,
        { status: 501, json: { error: { type: 'not_supported_error' } } },
      ])
  })

  it('gives a vector for each input', async () => {
    const { ask } = await connected()
    expect((await ask('/embedding', { content: 'a' })).json).toEqual([{ index: 0, embedding: [[1, 0]] }])
    expect((await ask('/embeddings', { input: ['a', [5, 6]], embd_normalize: 2 })).json).toEqual([
      { index: 0, embedding: [[1, 0]] },
      { index: 1, embedding: [[0.5, expect.closeTo(0.866, 3)]] },
    ])
    for (const [body, param] of [
      [{}, 'input'],
      [{ input: '' }, 'input'],
      [{ input: 'a', content: 'b' }, 'content'],
      [{ input: 'a', embd_normalize: -1 }, 'embd_normalize'],
      [{ input: 'a', encoding_format: 'base64' }, 'encoding_format'],
    ] as const)
      expect(await ask('/embedding', body)).toMatchObject({ status: 400, json: { error: { param } } })
  })

  it('counts the tokens of embeddings as those of prompts', async () => {
    const { ask } = await connected()
    await ask('/embedding', { input: ['abc', 'ab'] })
    const { text } = await ask('/metrics')
    expect(text).toMatch(/^llamacpp:prompt_tokens_total 5$/m)
    expect(text).toMatch(/^llamacpp:prompt_seconds_total 0.5$/m)
  })

  it('counts what the engine counted, in Prometheus text', async () => {
    const { ask, url } = await connected(upon)
    await ask('/completion', { prompt: 'Once' })
    await ask('/completion', { prompt: 'Once' })
    const { text } = await ask('/metrics')
    const value = (name: string) => Number(text.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1])
    expect(value('llamacpp:prompt_tokens_total')).toBe(20)
    expect(value('llamacpp:prompt_tokens_cached_total')).toBe(60)
    expect(value('llamacpp:tokens_predicted_total')).toBe(4)
    expect(value('llamacpp:n_tokens_max')).toBe(42)
    expect(value('llamacpp:n_decode_total')).toBe(8)
    expect(value('llamacpp:n_busy_slots_per_decode')).toBe(1.5)
    expect(value('llamacpp:spec_decode_num_drafts_total')).toBe(0)
    expect((await fetch(`${url}/metrics`)).headers.get('process-start-time-unix')).toBe('0')
    expect(value('llamacpp:requests_processing')).toBe(0)
    expect(value('headroom:time_to_first_token_seconds_count')).toBe(2)
    expect(value('headroom:inter_token_latency_seconds_count')).toBe(2)
    expect(text).toMatch(/^# TYPE llamacpp:prompt_tokens_cached_total counter$/m)
    expect(text).toMatch(/^headroom:prefix_hits_total\{tier="cells"\} 2$/m)
    expect(text).toMatch(/^headroom:evictions_total\{cause="least-worth"\} 0$/m)
    expect(text).toMatch(/^headroom:store_bytes\{tier="disk"\} 5000$/m)
    expect(text).toMatch(/^headroom:store_limit_bytes\{tier="cells"\} 1000$/m)
    expect(value('headroom:checkpoint_bytes')).toBe(0)
    expect(text).toMatch(/^headroom:requests_total\{dialect="llama.cpp",result="complete"\} 2$/m)
  })

  it('refuses in llama-server’s shape', async () => {
    const { ask } = await connected([coded('prompt-too-long', { promptTokens: 9000, contextTokens: 4096 })])
    for (const stream of [false, true])
      expect(await ask('/completion', { prompt: 'Once', stream })).toMatchObject({
        status: 400,
        json: { error: { code: 400, type: 'exceed_context_size_error', n_prompt_tokens: 9000, n_ctx: 4096 } },
      })
    expect((await ask('/completion', { prompt: 'x', mirostat: 2 })).json.error).toMatchObject({
      code: 400,
      param: 'mirostat',
      type: 'invalid_request_error',
    })
  })
})
