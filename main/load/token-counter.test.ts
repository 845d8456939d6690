import { expect, it } from 'vitest'
import { Network } from '../library/network/network'
import { LyingServer, type Reply } from '../remote/testing/lying-server'
import { tokenCounter } from './token-counter'

const never = new AbortController().signal
const answer =
  (text: string, status = 200): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)

async function counterFor(reply: Reply, kind: 'llama-server' | 'vllm' | 'sglang' = 'llama-server') {
  const server = await LyingServer.start({ '/tokenize': reply })
  return { server, count: tokenCounter(new Network(), { ...server.address, key: 'secret' }, kind, 'tiny') }
}

it('llama-server, vLLM and SGLang count a text without special tokens', async () => {
  const llama = await counterFor(answer('{"tokens":[1,2,3]}'))
  expect(await llama.count?.('a b c', never)).toBe(3)
  expect(JSON.parse(llama.server.requests[0]?.body ?? '')).toEqual({ model: 'tiny', content: 'a b c', add_special: false })
  expect(llama.server.requests[0]?.headers.authorization).toBe('Bearer secret')
  for (const kind of ['vllm', 'sglang'] as const) {
    const { server, count } = await counterFor(answer('{"count":2,"max_model_len":9,"tokens":[5,6]}'), kind)
    expect(await count?.('a b', never)).toBe(2)
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ model: 'tiny', prompt: 'a b', add_special_tokens: false })
  }
})
it('other servers do not count', () => {
  for (const kind of ['ollama', 'lm-studio', 'openai'] as const)
    expect(tokenCounter(new Network(), { url: 'http://localhost:1', key: null }, kind, 'm')).toBeNull()
})
it.each([
  ['', 'not-json'],
  ['{"tokens"', 'not-json'],
  ['{"tokens":[NaN]}', 'not-json'],
  ['[]', 'other-shape'],
  ['{}', 'other-shape'],
  ['{"tokens": 3}', 'other-shape'],
  ['{"tokens": [1.5]}', 'other-shape'],
  ['{"tokens": [{}]}', 'other-shape'],
  ['null', 'other-shape'],
])('a count that is not a list of tokens is an error: %j', async (text, kind) => {
  const { count } = await counterFor(answer(text))
  await expect(count?.('a', never)).rejects.toMatchObject({ failure: { code: 'server-response-unreadable', facts: { reason: { kind } } } })
})
it('a server without this request gives the error of its status', async () => {
  const { count } = await counterFor(answer('{}', 404))
  await expect(count?.('a', never)).rejects.toMatchObject({ failure: { code: expect.stringMatching(/^server-/) } })
})
