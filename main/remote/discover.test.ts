import { describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { takesImages } from '../../core/remote/server-facts'
import { Network } from '../library/network/network'
import { MadeProxy } from '../library/testing/made-proxy'
import { discover, withModelAbilities } from './discover'
import { closedAddress, cutAfter, json, LyingServer, page, type Reply, redirect, stallAfter, status } from './testing/lying-server'
import { llamaProps, llamaServer, lmStudio, ollama, sglang, text, vllm } from './testing/server-answers'

const network = new Network({ findProxy: async () => undefined })
const never = new AbortController().signal

async function found(replies: Record<string, Reply>) {
  const server = await LyingServer.start(replies)
  return { facts: await discover(network, server.address, never), paths: server.requests.map(({ path }) => path) }
}

async function failed(replies: Record<string, Reply>) {
  const server = await LyingServer.start(replies)
  const error = await discover(network, server.address, never).then(
    (facts) => facts,
    (thrown: unknown) => thrown,
  )
  return { failure: failureOf(error), server }
}

describe('discover', () => {
  it('recognizes llama-server with two questions', async () => {
    const { facts, paths } = await found(llamaServer())
    expect(facts).toEqual({
      kind: 'llama-server',
      version: 'b9000-abcdef0',
      models: [{ id: 'tiny', contextTokens: 4096, state: 'loaded' }],
      slots: 2,
      chatTemplate: '{{ messages }}',
      abilities: {
        tools: true,
        reasoning: null,
        schema: null,
        images: true,
        logprobs: null,
        cachedTokens: null,
        metrics: true,
        slots: true,
      },
    })
    expect(paths).toEqual(['/v1/models', '/props'])
  })

  it('asks an older llama-server, which does not say what it offers, for slots and metrics', async () => {
    const { endpoint_metrics: _metrics, endpoint_slots: _slots, ...props } = llamaProps
    const { facts } = await found({
      ...llamaServer(),
      '/props': json(props),
      '/metrics': status(501, { error: { message: 'Start it with `--metrics`', type: 'not_supported_error' } }),
    })
    expect(facts.abilities).toMatchObject({ metrics: false, slots: true })
  })

  it('recognizes a router, and asks a loaded model what it offers without loading another', async () => {
    const { facts, paths } = await found({
      '/v1/models': json({
        data: [
          { id: 'a b', owned_by: 'llamacpp', status: { value: 'loaded' }, meta: { n_ctx: 2048 } },
          { id: 'c', owned_by: 'llamacpp', status: { value: 'sleeping' } },
        ],
      }),
      '/props': json({ role: 'router', build_info: 'b9000', default_generation_settings: { n_ctx: 0 } }),
      '/props?model=a%20b&autoload=false': json(llamaProps),
    })
    expect(facts).toMatchObject({
      isRouter: true,
      slots: null,
      models: [
        { id: 'a b', contextTokens: 2048, state: 'loaded' },
        { id: 'c', contextTokens: null, state: 'unloaded' },
      ],
      abilities: { metrics: true, slots: true },
    })
    expect(paths).toEqual(['/v1/models', '/props', '/props?model=a%20b&autoload=false'])
  })

  it('recognizes vLLM', async () => {
    const { facts } = await found(vllm())
    expect(facts).toMatchObject({
      kind: 'vllm',
      version: '0.11.0',
      models: [{ id: 'tiny', contextTokens: 8192, state: 'loaded' }],
      abilities: { metrics: true, slots: false, tools: null },
    })
  })

  it("recognizes SGLang, although it imitates Ollama, and keeps the server's own key out of the facts", async () => {
    const { facts } = await found(sglang())
    expect(facts).toMatchObject({
      kind: 'sglang',
      version: '0.5.3',
      slots: 48,
      abilities: { metrics: true, reasoning: true, tools: null, cachedTokens: true },
    })
    expect(JSON.stringify(facts)).not.toContain('sk-of-the-server')
  })

  it('recognizes Ollama, and knows the context of loaded models only', async () => {
    const { facts } = await found(ollama())
    expect(facts).toMatchObject({
      kind: 'ollama',
      version: '0.13.0',
      models: [
        { id: 'tiny:latest', contextTokens: 4096, state: 'loaded' },
        { id: 'large:70b', contextTokens: null, state: 'unloaded' },
      ],
    })
  })

  it('recognizes LM Studio and its older API', async () => {
    expect((await found(lmStudio())).facts).toMatchObject({
      kind: 'lm-studio',
      models: [
        { id: 'tiny', contextTokens: 4096, state: 'loaded' },
        { id: 'large', contextTokens: null, state: 'unloaded' },
      ],
    })
    const { '/api/v1/models': _newer, ...older } = lmStudio()
    const v0 = json({ data: [{ id: 'tiny', type: 'llm', state: 'not-loaded', max_context_length: 32768 }] })
    expect((await found({ ...older, '/api/v0/models': v0 })).facts).toMatchObject({
      kind: 'lm-studio',
      models: [{ id: 'tiny', contextTokens: null, state: 'unloaded' }],
    })
  })

  it('recognizes vLLM behind a server that renames its models, by its metrics', async () => {
    const { facts } = await found({ ...vllm(), '/v1/models': json({ data: [{ id: 'tiny' }] }) })
    expect(facts).toMatchObject({ kind: 'vllm', version: '0.11.0' })
  })

  it('takes any other server with a list of models as one with OpenAI’s API, and makes nothing up about it', async () => {
    const { facts } = await found({ '/v1/models': json({ data: [{ id: 'gpt', owned_by: 'someone' }, { id: 7 }, null] }) })
    expect(facts).toMatchObject({
      kind: 'openai',
      version: null,
      slots: null,
      models: [{ id: 'gpt', contextTokens: null, state: null }],
      abilities: { tools: null, metrics: false, slots: false },
    })
  })

  it('sends its questions below the path that a proxy adds', async () => {
    const server = await LyingServer.start(Object.fromEntries(Object.entries(llamaServer()).map(([path, reply]) => [`/llm${path}`, reply])))
    const facts = await discover(network, { ...server.address, url: `${server.address.url}/llm` }, never)
    expect(facts.kind).toBe('llama-server')
  })

  it.each<[string, Record<string, Reply>, object]>([
    ['a wrong path', { '*': status(404, 'nothing here') }, { code: 'server-path-wrong', facts: { status: 404 } }],
    ['a web page', { '*': page }, { code: 'server-not-recognized', facts: { answer: 'web-page' } }],
    ['other JSON', { '*': json({ hello: 1 }) }, { code: 'server-not-recognized', facts: { answer: 'json' } }],
    ['text', { '*': text('hello') }, { code: 'server-not-recognized', facts: { answer: 'text' } }],
    ['nothing', { '*': text('') }, { code: 'server-not-recognized', facts: { answer: 'nothing' } }],
    ['a missing key', { '*': status(401, {}) }, { code: 'server-key-refused', facts: { status: 401, hadKey: false } }],
    ['a redirect', { '*': redirect('https://example.org/') }, { code: 'server-redirected' }],
    [
      'a server that loads',
      { '*': status(503, { error: { message: 'Loading model' } }) },
      { code: 'server-busy', facts: { isLoading: true } },
    ],
    [
      'half a list',
      { '*': cutAfter('application/json', '{"data":[') },
      { code: 'server-unreachable', facts: { reason: { kind: 'connection-broken' } } },
    ],
  ])('explains %s', async (_title, replies, expected) => {
    expect((await failed(replies)).failure).toMatchObject(expected)
  })

  it('explains an address where nothing answers', async () => {
    const error = await discover(network, await closedAddress(), never).catch((thrown: unknown) => thrown)
    expect(failureOf(error)).toMatchObject({ code: 'server-unreachable', facts: { reason: { kind: 'connection-refused' } } })
  })

  it('explains an https address of a server that has no certificate', async () => {
    const server = await LyingServer.start(vllm())
    const address = { ...server.address, url: server.address.url.replace('http:', 'https:') }
    const error = await discover(network, address, never).catch((thrown: unknown) => thrown)
    expect(failureOf(error)).toMatchObject({ code: 'server-unreachable', facts: { reason: { kind: 'not-https' } } })
  })

  it('ends when the caller stops it, even if the server never answers', async () => {
    const stop = new AbortController()
    const server = await LyingServer.start({ '*': stallAfter('application/json', '{') })
    const asked = discover(network, server.address, stop.signal)
    await server.until(() => server.requests.length === 1)
    stop.abort()
    await expect(asked).rejects.toBe(stop.signal.reason)
  })

  it('asks a server on this machine while Headroom is offline', async () => {
    const server = await LyingServer.start(vllm())
    const offline = new Network({ isOffline: () => 'forced', findProxy: async () => undefined })
    expect((await discover(offline, server.address, never)).kind).toBe('vllm')
  })

  it('asks nothing while Headroom is offline', async () => {
    const server = await LyingServer.start(vllm())
    const proxy = await MadeProxy.start()
    const offline = new Network({ isOffline: () => true, findProxy: proxy.findProxy })
    const address = { ...server.address, url: proxy.nameFor(server.address.url).href }
    const error = await discover(offline, address, never).catch((thrown: unknown) => thrown)
    expect([failureOf(error)?.code, server.requests, proxy.asked]).toEqual(['offline', [], []])
  })
})

describe('whether a model reads images', () => {
  const asked = async (replies: Record<string, Reply>, model: string) => {
    const server = await LyingServer.start(replies)
    const facts = await discover(network, server.address, never)
    return takesImages(await withModelAbilities(network, server.address, facts, model, never), model)
  }

  it('is known from the modalities of llama-server, and of each model of its router', async () => {
    expect(await asked(llamaServer(), 'tiny')).toBe(true)
    const router = {
      '/v1/models': json({
        data: [
          { id: 'sees', owned_by: 'llamacpp', status: { value: 'unloaded' }, architecture: { input_modalities: ['text', 'image'] } },
          { id: 'reads', owned_by: 'llamacpp', status: { value: 'unloaded' }, architecture: { input_modalities: ['text'] } },
        ],
      }),
      '/props': json({ role: 'router', build_info: 'b9000', default_generation_settings: { n_ctx: 0 } }),
    }
    expect(await asked(router, 'sees')).toBe(true)
    expect(await asked(router, 'reads')).toBe(false)
  })

  it('is known from the capabilities that Ollama lists for each model', async () => {
    expect(await asked({ ...ollama(), '/api/show': json({ capabilities: ['completion', 'vision'] }) }, 'tiny:latest')).toBe(true)
    expect(await asked({ ...ollama(), '/api/show': json({ capabilities: ['completion'] }) }, 'tiny:latest')).toBe(false)
    expect(await asked({ ...ollama(), '/api/show': json({ license: 'MIT' }) }, 'tiny:latest')).toBe(null)
    expect(await asked(ollama(), 'tiny:latest')).toBe(null)
  })

  it('is known from SGLang’s information about its model', async () => {
    expect(await asked({ ...sglang(), '/model_info': json({ has_image_understanding: true }) }, 'tiny')).toBe(true)
    expect(await asked({ ...sglang(), '/get_model_info': json({ has_image_understanding: false }) }, 'tiny')).toBe(false)
    expect(await asked(sglang(), 'tiny')).toBe(null)
  })

  it('is known from LM Studio’s list of models', async () => {
    const listed = (models: readonly object[]) => ({ ...lmStudio(), '/api/v1/models': json({ models }) })
    const model = { type: 'llm', key: 'tiny', loaded_instances: [] }
    expect(await asked(listed([{ ...model, capabilities: { vision: true } }]), 'tiny')).toBe(true)
    expect(await asked(listed([{ ...model, capabilities: { vision: false } }]), 'tiny')).toBe(false)
    expect(await asked(listed([model]), 'tiny')).toBe(null)
  })

  it('is not known from vLLM', async () => {
    expect(await asked(vllm(), 'tiny')).toBe(null)
  })
})
