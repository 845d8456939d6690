import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { expect, it } from 'vitest'
import type { EngineControl } from '../../core/contract'
import type { PromptMessage, TurnUpdate } from '../../core/contract/chat/turn'
import { failureIn } from '../../core/contract/errors/wire-errors'
import { defaultSampling, type SamplingSettings } from '../../core/contract/settings/sampling'
import { partsOf, plainTextOf } from '../../core/messages/parts-of'
import type { ServerKind } from '../../core/remote/server-facts'
import { portChannel } from '../../core/rpc/channel'
import { peerLink } from '../../core/rpc/peer-link'
import { follow } from '../../core/streams/follow'
import { inProcessEngine } from '../../native-models/process/testing/in-process'
import { MadeProxy } from '../library/testing/made-proxy'
import { RemoteEngine } from './remote-engine'
import { type Asked, MadeServer } from './testing/made-server'

function later<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

const question: PromptMessage = { role: 'user', text: 'What is a cell?' }
const usage = { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25, prompt_tokens_details: { cached_tokens: 12 } }
const timings = { cache_n: 12, prompt_n: 8, prompt_ms: 0.25, predicted_n: 5, predicted_ms: 50, draft_n: 4, draft_n_accepted: 3 }

async function connected(
  url: string,
  { kind = 'llama-server' as ServerKind, key = null as string | null, isOffline = false, proxy = null as string | null } = {},
) {
  const engine = inProcessEngine(new RemoteEngine())
  const client = createORPCClient(peerLink(portChannel(engine.connect('control')), console.error)) as ContractRouterClient<EngineControl>
  await client.start({ gpuBackend: 'cpu' })
  await client.connectServer({ address: { url, key }, kind, model: 'tiny', proxy, isOffline })
  return client
}
type Client = Awaited<ReturnType<typeof connected>>

const requestOf = (messages: PromptMessage[], sampling: Partial<SamplingSettings> = {}) => ({
  conversationId: 'c',
  messages,
  sampling: { ...defaultSampling, ...sampling },
  sentAtMs: Date.now(),
})

interface Written {
  readonly text: string
  readonly parts: TurnUpdate['parts']
  readonly last: TurnUpdate
}

async function followed(client: Client, turnId: string, onUpdate: (text: string) => void = () => {}): Promise<Written> {
  let text = ''
  let parts: TurnUpdate['parts']
  let last: TurnUpdate | undefined
  for await (const update of follow(client, client.followTurn, { turnId })) {
    text += update.text
    parts = update.parts ?? parts
    last = update
    onUpdate(text)
  }
  return { text, parts, last: last as TurnUpdate }
}

async function ask(client: Client, messages: PromptMessage[] = [question], sampling: Partial<SamplingSettings> = {}, others: object = {}) {
  await client.startTurn({ ...requestOf(messages, sampling), ...others, turnId: 't' })
  return followed(client, 't')
}

const says = (...texts: string[]) =>
  MadeServer.start(({ reply }) => {
    reply.delta({ role: 'assistant', content: '' })
    for (const content of texts) reply.delta({ content })
    reply.finish('stop', { usage, timings })
  })

it('writes the answer of a server, with the source of each figure', async () => {
  const server = await MadeServer.start(({ reply }) => {
    reply.event({ choices: [], prompt_progress: { total: 20, cache: 12, processed: 16, time_ms: 1 } })
    for (const content of ['A cell ', 'holds ', 'one token.']) reply.delta({ content })
    reply.finish('stop', { usage, timings })
  })
  const { text, parts, last } = await ask(await connected(server.url))
  expect(text).toBe('A cell holds one token.')
  expect(parts).toBeUndefined()
  expect(last.metrics).toBeNull()
  expect(last).toMatchObject({ phase: 'finished', failure: null, promptTokens: 20, reusedTokens: 12, outputTokens: 0 })
  expect(last.remote).toMatchObject({
    server: { url: server.url, kind: 'llama-server', model: 'tiny' },
    stopReason: 'end-of-text',
    pieces: 3,
    seed: null,
    figures: {
      promptTokens: { kind: 'reported', value: 20, field: 'usage.prompt_tokens' },
      cachedTokens: { kind: 'reported', value: 12, field: 'usage.prompt_tokens_details.cached_tokens' },
      processedTokens: { kind: 'derived', value: 8, formula: 'prompt-minus-cached-tokens' },
      outputTokens: { kind: 'reported', value: 5, field: 'usage.completion_tokens' },
      promptMs: { kind: 'reported', value: 0.25, field: 'timings.prompt_ms' },
      serverTokensPerSecond: { kind: 'derived', value: 100, formula: 'output-tokens-over-output-time' },
      draftedTokens: { kind: 'reported', value: 4, field: 'timings.draft_n' },
      ttftMs: { kind: 'measured' },
      totalMs: { kind: 'measured' },
      reasoningTokens: { kind: 'none', reason: 'not-given' },
    },
  })
})

it('makes up no figure for a server that gives none', async () => {
  const server = await MadeServer.start(({ reply }) => {
    reply.delta({ content: 'Hello' })
    reply.finish('stop')
  })
  const { last } = await ask(await connected(server.url, { kind: 'openai' }))
  const figures = Object.entries(last.remote?.figures ?? {})
  expect(figures.filter(([, { kind }]) => kind !== 'none').map(([name]) => name)).toEqual(['ttftMs', 'totalMs'])
  expect(last.remote?.gapsMs).toBeNull()
})

it('reads the lines of Ollama', async () => {
  const server = await MadeServer.start(({ reply }) => {
    reply.line({ message: { role: 'assistant', content: '', thinking: 'Hm.' }, done: false })
    reply.line({ message: { role: 'assistant', content: 'Yes' }, done: false })
    const ended = { prompt_eval_count: 9, prompt_eval_duration: 2_000_000, eval_count: 2, eval_duration: 4_000_000 }
    reply.line({ message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop', ...ended })
    reply.end()
  })
  const { text, parts = [], last } = await ask(await connected(server.url, { kind: 'ollama' }))
  expect(server.asked[0]?.path).toBe('/api/chat')
  expect(plainTextOf({ text, parts })).toBe('Yes')
  expect(last.remote?.figures).toMatchObject({
    promptTokens: { kind: 'reported', value: 9, field: 'prompt_eval_count' },
    cachedTokens: { kind: 'none' },
    outputMs: { kind: 'reported', value: 4, field: 'eval_duration' },
  })
})

it('writes several answers from one request each, with consecutive seeds', async () => {
  const server = await MadeServer.start(({ body, reply }) => {
    reply.delta({ content: `seed ${body.seed}` })
    reply.finish('stop', { usage })
  })
  const client = await connected(server.url)
  await client.startAnswers({ ...requestOf([question], { seed: 7 }), turnIds: ['one', 'two', 'three'] })
  const written = await Promise.all(['one', 'two', 'three'].map((turnId) => followed(client, turnId)))
  expect(written.map(({ text }) => text)).toEqual(['seed 7', 'seed 8', 'seed 9'])
  expect(written.map(({ last }) => last.remote?.seed)).toEqual([7, 8, 9])
  expect(server.asked).toHaveLength(3)
})

it('keeps the other answers if the request of one fails', async () => {
  const server = await MadeServer.start(({ body, reply }) => {
    if (body.seed === 1) return reply.json({ error: { message: 'out of memory', type: 'server_error', code: 500 } }, 500)
    reply.delta({ content: 'fine' })
    reply.finish('stop')
  })
  const client = await connected(server.url)
  await client.startAnswers({ ...requestOf([question], { seed: 0 }), turnIds: ['one', 'two'] })
  const [one, two] = await Promise.all(['one', 'two'].map((turnId) => followed(client, turnId)))
  expect(one?.text).toBe('fine')
  expect(one?.last.phase).toBe('finished')
  expect(two?.last.failure).toMatchObject({ code: 'server-failed', facts: { status: 500, quoted: 'out of memory' } })
})

it('separates reasoning from the answer, and counts the tokens of the reasoning only if the server does', async () => {
  const reasons = (details: object) =>
    MadeServer.start(({ reply }) => {
      for (const reasoning_content of ['I ', 'think.']) reply.delta({ reasoning_content })
      reply.delta({ content: 'Yes.' })
      reply.finish('stop', { usage: { ...usage, ...details } })
    })
  const counted = await ask(await connected((await reasons({ completion_tokens_details: { reasoning_tokens: 3 } })).url))
  expect(partsOf({ text: counted.text, parts: counted.parts })).toMatchObject([
    { type: 'reasoning', text: 'I think.', tokens: 3 },
    { type: 'text', text: 'Yes.' },
  ])
  const uncounted = await ask(await connected((await reasons({})).url))
  expect(uncounted.parts).toMatchObject([{ type: 'reasoning', tokens: 0 }, { type: 'text' }])
})

it('separates reasoning that the server sends as text between tags', async () => {
  const server = await MadeServer.start(({ reply }) => {
    for (const content of ['<thi', 'nk>I think.</th', 'ink>', '\n\nYes.']) reply.delta({ content })
    reply.finish('stop')
  })
  const { text, parts } = await ask(await connected(server.url))
  expect(text).toBe('I think.Yes.')
  expect(parts).toMatchObject([
    { type: 'reasoning', from: 0, to: 8 },
    { type: 'text', from: 8 },
  ])
})

it('keeps calls apart whose pieces arrive mixed, and sends their results back', async () => {
  const server = await MadeServer.start(({ reply }, request) => {
    if (request > 0) {
      reply.delta({ content: 'It is noon.' })
      return reply.finish('stop')
    }
    reply.delta({ content: 'Looking.' })
    const call = (index: number, fields: object) => reply.delta({ tool_calls: [{ index, type: 'function', ...fields }] })
    call(0, { id: 'a', function: { name: 'look_up', arguments: '{"q":' } })
    call(1, { id: 'b', function: { name: 'clock', arguments: '' } })
    call(0, { function: { arguments: '"noon"}' } })
    reply.finish('tool_calls', { usage })
  })
  const client = await connected(server.url)
  const tools = [{ name: 'look_up', description: 'Looks up a word.', parameters: { type: 'object' } }]
  const { text, parts, last } = await ask(client, [question], {}, { tools })
  expect(partsOf({ text, parts })).toMatchObject([
    { type: 'text', text: 'Looking.' },
    { type: 'tool-call', id: 'a', name: 'look_up', arguments: '{"q":"noon"}' },
    { type: 'tool-call', id: 'b', name: 'clock', arguments: '{}' },
  ])
  expect(last.remote?.stopReason).toBe('end-of-text')
  expect(server.asked[0]?.body.tools).toHaveLength(1)

  const results: PromptMessage = {
    role: 'tool',
    text: 'middaytwelve',
    parts: [
      { type: 'tool-result', from: 0, to: 6, id: 'a', name: 'look_up', isError: false },
      { type: 'tool-result', from: 6, id: 'b', name: 'clock', isError: false },
    ],
  }
  await client.startTurn({
    ...requestOf([question, { role: 'assistant', text, ...(parts ? { parts } : {}) }, results]),
    tools,
    turnId: 'second',
  })
  expect((await followed(client, 'second')).text).toBe('It is noon.')
  expect(server.asked[1]?.body.messages).toMatchObject([
    { role: 'user', content: 'What is a cell?' },
    {
      role: 'assistant',
      content: 'Looking.',
      tool_calls: [{ id: 'a', function: { name: 'look_up', arguments: '{"q":"noon"}' } }, { id: 'b' }],
    },
    { role: 'tool', tool_call_id: 'a', content: 'midday' },
    { role: 'tool', tool_call_id: 'b', content: 'twelve' },
  ])
})

it('shows a call whose arguments were cut off as text, so that it cannot run', async () => {
  const server = await MadeServer.start(({ reply }) => {
    reply.delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'look_up', arguments: '{"q": "no' } }] })
    reply.finish('length', { usage })
  })
  const { text, parts, last } = await ask(await connected(server.url))
  expect(text).toBe('look_up {"q": "no')
  expect(parts).toEqual([{ type: 'text', from: 0 }])
  expect(last.remote?.stopReason).toBe('token-limit')
})

it('sends the settings of the answer, and no field that a server of this kind does not know', async () => {
  const sampling: Partial<SamplingSettings> = {
    temperature: 0.5,
    seed: 3,
    maxTokens: 10,
    stopTexts: ['END'],
    thinking: 'off',
    grammar: { kind: 'json-schema', text: '{"type": "object"}' },
  }
  const [llama, other] = [await says('{}'), await says('{}')]
  await ask(await connected(llama.url), [{ role: 'system', text: 'Be brief.' }, question], sampling)
  await ask(await connected(other.url, { kind: 'openai' }), [question], sampling)
  expect(llama.asked[0]?.body).toMatchObject({
    model: 'tiny',
    messages: [{ role: 'system', content: 'Be brief.' }, { role: 'user' }],
    temperature: 0.5,
    top_k: 40,
    seed: 3,
    max_tokens: 10,
    stop: ['END'],
    chat_template_kwargs: { enable_thinking: false },
    response_format: { type: 'json_schema', json_schema: { schema: { type: 'object' } } },
  })
  expect(Object.keys(other.asked[0]?.body).filter((name) => /top_k|min_p|kwargs|cache_prompt/.test(name))).toEqual([])
})

it('closes the connection as soon as the user stops the answer, and keeps the text', async () => {
  const asked = later<Asked>()
  const server = await MadeServer.start((one) => {
    one.reply.delta({ content: 'One two' })
    asked.resolve(one)
  })
  const client = await connected(server.url)
  await client.startTurn({ ...requestOf([question]), turnId: 't' })
  const { reply } = await asked.promise
  const { text, last } = await followed(client, 't', (so) => so !== '' && void client.stopTurn({ turnId: 't' }))
  await reply.closed
  expect(text).toBe('One two')
  expect(last).toMatchObject({ phase: 'finished', failure: null, remote: { stopReason: 'stopped', pieces: 1 } })
})

it('stops a request that has no answer yet', async () => {
  const asked = later<Asked>()
  const server = await MadeServer.start((one) => asked.resolve(one))
  const client = await connected(server.url)
  await client.startTurn({ ...requestOf([question]), turnId: 't' })
  const { reply } = await asked.promise
  await client.stopTurn({ turnId: 't' })
  const { text, last } = await followed(client, 't')
  await reply.closed
  expect(text).toBe('')
  expect(last.remote).toMatchObject({ stopReason: 'stopped', figures: { ttftMs: { kind: 'none' } } })
})

it('keeps what came if the connection drops, says so, and does not send the prompt again', async () => {
  const server = await MadeServer.start(async ({ reply }) => {
    reply.delta({ reasoning_content: 'Hm. ' })
    reply.delta({ content: 'A cell' })
    await written.promise
    reply.reset()
  })
  const written = later<void>()
  const client = await connected(server.url)
  await client.startTurn({ ...requestOf([question]), turnId: 't' })
  const { text, parts, last } = await followed(client, 't', (so) => so.endsWith('A cell') && written.resolve())
  expect(partsOf({ text, parts })).toMatchObject([
    { type: 'reasoning', text: 'Hm. ' },
    { type: 'text', text: 'A cell' },
  ])
  expect(last).toMatchObject({ phase: 'failed', failure: { code: 'server-dropped', facts: { hasPart: true } } })
  // The figures of the part: what was measured here, and nothing that the server has not given.
  expect(last.remote).toMatchObject({
    stopReason: null,
    figures: { ttftMs: { kind: 'measured' }, totalMs: { kind: 'measured' }, outputTokens: { kind: 'none', reason: 'not-given' } },
  })
  expect(last.remote?.pieces).toBeGreaterThan(0)
  expect(server.asked).toHaveLength(1)
})

it('fails if the stream ends without an end of the answer', async () => {
  const server = await MadeServer.start(({ reply }) => {
    reply.delta({ content: 'Half' })
    reply.end()
  })
  const { text, last } = await ask(await connected(server.url))
  expect(text).toBe('Half')
  expect(last.failure).toMatchObject({ code: 'server-dropped', facts: { reason: { kind: 'ended-early' } } })
})

it('sends the key to the address, and not to the target of a redirect', async () => {
  const other = await says('stolen')
  const server = await MadeServer.start(({ reply }) => reply.redirect(`${other.url}/v1/chat/completions`))
  const { last } = await ask(await connected(server.url, { key: 'sk-secret' }))
  expect(server.asked[0]?.headers.authorization).toBe('Bearer sk-secret')
  expect(last.failure?.code).toBe('server-redirected')
  expect(JSON.stringify(last)).not.toContain('sk-secret')
  expect(other.asked).toEqual([])
})

it('asks a server on this machine while Headroom is offline', async () => {
  const server = await says('Hello')
  const { text, last } = await ask(await connected(server.url, { isOffline: true }))
  expect([text, last.failure]).toEqual(['Hello', null])
})

it('makes no request while Headroom is offline', async () => {
  const server = await says('Hello')
  const proxy = await MadeProxy.start()
  const { last } = await ask(await connected(proxy.nameFor(server.url).href, { isOffline: true, proxy: proxy.url.href }))
  expect(last.failure?.code).toBe('offline')
  expect([server.asked, proxy.asked]).toEqual([[], []])
})

it('continues an answer at llama-server only', async () => {
  const begun: PromptMessage = { role: 'assistant', text: 'A cell holds' }
  const server = await says(' one token.')
  const { text, parts } = await ask(await connected(server.url), [question, begun])
  expect(text).toBe(' one token.')
  expect(parts).toBeUndefined()
  const { last } = await ask(await connected(server.url, { kind: 'vllm' }), [question, begun])
  expect(last.failure).toEqual({ code: 'server-lacks-feature', facts: { feature: 'continued-answer' } })
  expect(server.asked).toHaveLength(1)
})

it('refuses a GBNF grammar before it sends anything', async () => {
  const server = await says('yes')
  const { last } = await ask(await connected(server.url), [question], { grammar: { kind: 'gbnf', text: 'root ::= "yes"' } })
  expect(last.failure).toEqual({ code: 'server-lacks-feature', facts: { feature: 'gbnf-grammar' } })
  expect(server.asked).toEqual([])
})

it('refuses an answer before a server is connected, and everything that needs a model of its own', async () => {
  const engine = inProcessEngine(new RemoteEngine())
  const client = createORPCClient(peerLink(portChannel(engine.connect('control')), console.error)) as ContractRouterClient<EngineControl>
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'none',
      (error: unknown) => failureIn(error)?.code,
    )
  expect(await codeOf(client.startTurn({ ...requestOf([question]), turnId: 't' }))).toBe('no-model-loaded')
  expect(await codeOf(client.countTokens({ text: 'Hello' }))).toBe('no-model-loaded')
  expect(await codeOf(client.embed({ text: 'Hello' }))).toBe('no-model-loaded')
  expect(await codeOf(client.endTokens())).toBe('no-model-loaded')
  expect(await codeOf(client.writeShort({ messages: [question] }))).toBe('no-model-loaded')
  expect(await client.sequences()).toEqual([])
})
