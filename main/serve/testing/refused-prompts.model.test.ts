import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { quantizedPocket } from '../../../native-models/testing/quantized-pocket'
import { forkEngine } from '../../supervisor/fork-engine'
import { type Served, served } from './served'

const root = join(import.meta.dirname, '../../..')
const modelPath = await quantizedPocket()

let server: Served
beforeAll(async () => {
  const engine = await forkEngine(join(root, 'out/engine/index.mjs'))()
  server = await served(engine, { modelPath, contextTokens: 1024, settings: { sequences: 2, gpuBackend: 'cpu', gpuLayers: 0 }, keys: null })
})
afterAll(() => server.close())

const question = 'What is the KV cache?'
const post = async (path: string, body: object) => {
  const response = await fetch(server.url + path, { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, text: await response.text() }
}

it('refuses a prompt that is too long with its size, in each dialect', async () => {
  const long = 'cell '.repeat(2000)
  const refused = async (path: string, body: object) => {
    const { status, text } = await post(path, { model: 'test-model', ...body })
    const { error, ...rest } = JSON.parse(text)
    const { n_prompt_tokens, n_ctx } = typeof error === 'string' ? rest : error
    expect([path, status, n_ctx]).toEqual([path, 400, 1024])
    expect(n_prompt_tokens).toBeGreaterThan(2000)
  }
  const messages = [{ role: 'user', content: long }]
  await refused('/v1/messages', { max_tokens: 5, messages })
  await refused('/v1/messages', { max_tokens: 5, messages, stream: true })
  await refused('/api/chat', { messages })
  await refused('/api/generate', { prompt: long, stream: false })
  await refused('/v1/responses', { input: long })
  await refused('/completion', { prompt: long })
})

it('names the field of a token that the vocabulary does not have', async () => {
  const tokens = [5, 999_999]
  const cases: readonly (readonly [path: string, body: object, field: string])[] = [
    ['/v1/completions', { prompt: tokens }, 'prompt'],
    ['/v1/completions', { prompt: [tokens], stream: true }, 'prompt'],
    ['/v1/completions', { prompt: tokens, echo: true }, 'prompt'],
    ['/v1/embeddings', { input: tokens }, 'input'],
    ['/completion', { prompt: tokens }, 'prompt'],
    ['/completion', { prompt: ['x', 999_999], stream: true }, 'prompt'],
    ['/embedding', { content: tokens }, 'content'],
    ['/detokenize', { tokens }, 'tokens'],
    ['/tokenize', { content: tokens, with_pieces: true }, 'content'],
    ['/api/embed', { model: 'test-model', input: tokens }, 'input'],
  ]
  for (const [path, body, field] of cases) {
    const { status, text } = await post(path, body)
    expect([path, status]).toEqual([path, 400])
    expect(text).toContain(`The value of “${field}” is wrong: “No token has the ID 999999.`)
    if (!path.startsWith('/api')) expect(JSON.parse(text).error.param).toBe(field)
  }
})

it('keeps a request of Ollama’s dialect within its num_ctx', async () => {
  const messages = [{ role: 'user', content: question }]
  const ask = async (num_ctx: number) => {
    const { status, text } = await post('/api/chat', {
      model: 'test-model',
      messages,
      stream: false,
      options: { num_ctx, temperature: 0 },
    })
    return { status, json: JSON.parse(text) }
  }
  const { prompt_eval_count: prompt } = (await ask(1024)).json
  expect(await ask(prompt - 1)).toMatchObject({
    status: 400,
    json: {
      type: 'exceed_context_size_error',
      n_prompt_tokens: prompt,
      n_ctx: prompt - 1,
      error: expect.stringContaining('larger num_ctx'),
    },
  })
  const { json } = await ask(prompt + 3)
  // The last token of an answer needs no cell.
  expect(json).toMatchObject({ prompt_eval_count: prompt, eval_count: 4, done_reason: 'length' })
  const embed = (num_ctx: number) => post('/api/embed', { model: 'test-model', input: question, options: { num_ctx } })
  const { prompt_eval_count: tokens } = JSON.parse((await embed(1024)).text)
  expect((await embed(tokens)).status).toBe(200)
  const refused = await embed(tokens - 1)
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([400, { n_prompt_tokens: tokens, n_ctx: tokens - 1 }])
  expect(JSON.parse(refused.text).error).toContain('larger num_ctx')
})
