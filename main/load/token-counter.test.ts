import { expect, it } from 'vitest'
import { Network } from '../library/network/network'
import { LyingServer, type Reply } from '../remote/testing/lying-server'
import { tokenCounter } from './token-counter'

const never = new AbortController().signal
const answer =
  (text: string, status = 200): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)

async function counterFor(reply: Reply, kind: 'llama-server' | 'vllm' = 'llama-server') {
  const server = await LyingServer.start({ '/tokenize': reply })
  return { server, count: tokenCounter(new Network(), { ...server.address, key: 'secret' }, kind, 'tiny') }
}

it('llama-server and vLLM count a text without special tokens', async () => {
  const llama = await counterFor(answer('{"tokens":[1,2,3]}'))
  expect(await llama.count?.('a b c', never)).toBe(3)
  expect(JSON.parse(llama.server.requests[0]?.body ?? '')).toEqual({ content: 'a b c', add_special: false })
  expect(llama.server.requests[0]?.headers.authorization).toBe('Bearer secret')
  const vllm = await counterFor(answer('{"count":2,"max_model_len":9,"tokens":[5,6]}'), 'vllm')
  expect(await vllm.count?.('a b', never)).toBe(2)
  expect(JSON.parse(vllm.server.requests[0]?.body ?? '')).toEqual({ model: 'tiny', prompt: 'a b', add_special_tokens: false })
})
it('other servers do not count', () => {
  for (const kind of ['ollama', 'lm-studio', 'sglang', 'openai'] as const)
    expect(tokenCounter(new Network(), { url: 'http://localhost:1', key: null }, kind, 'm')).toBeNull()
})
it.each(['', '[]', '{}', '{"tokens": 3}', 'null', '{"tokens"'])('a count that is not a list of tokens is an error: %j', async (text) => {
  const { count } = await counterFor(answer(text))
  await expect(count?.('a', never)).rejects.toMatchObject({
    failure: { code: 'server-response-unreadable', facts: { reason: { kind: 'other-shape' } } },
  })
})
it('a server without this request gives the error of its status', async () => {
  const { count } = await counterFor(answer('{}', 404))
  await expect(count?.('a', never)).rejects.toMatchObject({ failure: { code: expect.stringMatching(/^server-/) } })
})
