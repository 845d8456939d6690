import { expect, it } from 'vitest'
import type { ServerKind } from '../../core/remote/server-facts'
import { Network } from '../library/network/network'
import { MadeServer } from '../remote-engine/testing/made-server'
import { countPrompt } from './count-prompt'

const network = new Network({ findProxy: async () => undefined })
const messages = [{ role: 'user', text: 'Hi' }] as const
const tools = [{ name: 'echo', description: 'Repeats', parameters: { type: 'object' } }]

async function counted(kind: ServerKind, answers: Readonly<Record<string, object>>) {
  const server = await MadeServer.start(({ path, reply }) =>
    reply.json(answers[path] ?? { error: 'not found' }, path in answers ? 200 : 404),
  )
  const count = await countPrompt(
    network,
    { url: server.url, key: null },
    kind,
    { model: 'tiny', messages, tools },
    new AbortController().signal,
  )
  return { count, asked: server.asked.map(({ path, body }) => ({ path, body })) }
}

const sent = {
  model: 'tiny',
  messages: [{ role: 'user', content: 'Hi' }],
  tools: [{ type: 'function', function: tools[0] }],
}

it('llama-server applies its template to the messages and the tools, and counts the result', async () => {
  const { count, asked } = await counted('llama-server', { '/apply-template': { prompt: '<tools>Hi' }, '/tokenize': { tokens: [1, 2, 3] } })
  expect(count).toBe(3)
  expect(asked).toMatchObject([
    { path: '/apply-template', body: sent },
    { path: '/tokenize', body: { content: '<tools>Hi', add_special: true } },
  ])
})

it('vLLM counts the messages and the tools itself', async () => {
  const { count, asked } = await counted('vllm', { '/tokenize': { count: 42, max_model_len: 4096, tokens: [] } })
  expect(count).toBe(42)
  expect(asked).toMatchObject([{ path: '/tokenize', body: { ...sent, add_generation_prompt: true } }])
})

it('other servers are not asked, because they do not count tools', async () => {
  for (const kind of ['sglang', 'ollama', 'lm-studio', 'openai'] as const)
    expect(await counted(kind, {})).toEqual({ count: null, asked: [] })
})
