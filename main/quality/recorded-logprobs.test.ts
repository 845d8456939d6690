/** The four servers answered the same prompt with the same model, and gave the three most likely tokens of each position. */
import { expect, it } from 'vitest'
import { type TopTokens, topKScore } from '../../core/compare/statistics/top-k-divergence'
import type { ServerKind } from '../../core/remote/server-facts'
import { Network } from '../library/network/network'
import { streamChat } from '../remote/stream-chat'
import { chats } from '../remote/testing/recorded-chats'
import { readRecording } from '../remote/testing/recordings/recording'
import { replay } from '../remote/testing/replay-server'

const network = new Network({ findProxy: async () => undefined })

/** The chat API names tokens by their text. llama-server's has none for the token that ends an answer. */
const nameOf = (text: string): string => (text === '' ? '<|im_end|>' : text)

async function recorded(
  folder: string,
  kind: ServerKind,
): Promise<readonly (readonly { readonly token: string; readonly logprob: number }[])[]> {
  const server = await replay(readRecording(`${folder}/logprobs`))
  const lists: (readonly { readonly token: string; readonly logprob: number }[])[] = []
  const never = new AbortController().signal
  for await (const event of streamChat(network, { url: server.url, key: null }, kind, chats.logprobs, never))
    if (event.type === 'logprobs') lists.push(...event.tokens.map(({ alternatives }) => alternatives))
  await server.close()
  return lists
}

async function scoresOf(folder: string, kind: ServerKind) {
  const [reference, other] = [await recorded('llama-server', 'llama-server'), await recorded(folder, kind)]
  expect(reference).toHaveLength(8)
  expect(other).toHaveLength(8)
  const numbers = new Map<string, number>()
  const numbered = (list: (typeof reference)[number]): TopTokens =>
    list.map(({ token, logprob }) => {
      const name = nameOf(token)
      if (!numbers.has(name)) numbers.set(name, numbers.size)
      return { token: numbers.get(name) as number, logprob }
    })
  return reference.map((list, at) => topKScore(numbered(list), numbered(other[at] ?? [])))
}

it('llama-server predicts the same with and without RPC workers', async () => {
  for (const score of await scoresOf('llama-server-rpc', 'llama-server'))
    expect(score).toMatchObject({ divergence: 0, sameTop: true, logprobChange: 0 })
})
it.each(['vllm', 'ollama'] as const)('%s predicts nearly the same as llama-server', async (kind) => {
  for (const { divergence, sameTop, covered, logprobChange } of await scoresOf(kind, kind)) {
    expect(sameTop).toBe(true)
    expect(divergence).toBeLessThan(1e-5)
    expect(covered).toBeGreaterThan(0.95)
    expect(logprobChange).toBeLessThan(0.02)
  }
})
