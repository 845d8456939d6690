/** What users of llama-server reported about its prompt cache. The numbers are those of issues and pull requests of llama.cpp. */
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { forkEngine } from '../../supervisor/fork-engine'
import { type Served, served } from './served'

const root = join(import.meta.dirname, '../../..')
const modelPath = join(root, 'native-models/pocket/pocket-f16.gguf')
const startEngine = forkEngine(join(root, 'out/engine/index.mjs'))

let server: Served
afterEach(() => server.close())

async function serve(sequences: number): Promise<void> {
  const settings = { sequences, gpuBackend: 'cpu', gpuLayers: 0 } as const
  server = await served(await startEngine(), { modelPath, contextTokens: 1024, settings, keys: null })
  await server.client.limitCopies({ bytes: 256 * 2 ** 20 })
}

interface Message {
  readonly role: string
  readonly content: string
}
interface Answered {
  readonly text: string
  readonly promptTokens: number
  readonly cachedTokens: number
}

async function ask(messages: readonly Message[], mostTokens = 16): Promise<Answered> {
  const response = await server.ask('/v1/chat/completions', { messages, max_tokens: mostTokens, temperature: 0 })
  expect(response.status).toBe(200)
  const { choices, usage } = (await response.json()) as {
    choices: [{ message: { content: string } }]
    usage: { prompt_tokens: number; prompt_tokens_details: { cached_tokens: number } }
  }
  const [{ message }] = choices
  return { text: message.content, promptTokens: usage.prompt_tokens, cachedTokens: usage.prompt_tokens_details.cached_tokens }
}

const system = { role: 'system', content: 'You are a helpful assistant that answers in one short sentence. '.repeat(8) }
const user = (content: string): Message => ({ role: 'user', content })

it.each([1, 2])(
  '#22083: two agents with the same instructions that alternate process only what is new: %d sequences',
  async (sequences) => {
    await serve(sequences)
    const agents = ['What is a token?', 'Tell me a tiny story.'].map((question) => ({ messages: [system, user(question)], known: 0 }))
    /** Tokens of the agent's last prompt. Fewer than 64 are processed instead of copied. */
    const processedAgain: number[] = []
    for (let round = 0; round < 4; round++)
      for (const agent of agents) {
        const { text, promptTokens, cachedTokens } = await ask(agent.messages)
        if (round > 0) processedAgain.push(agent.known - cachedTokens)
        agent.known = promptTokens
        agent.messages.push({ role: 'assistant', content: text }, user(`And question ${round}? ${'Explain it in plain words. '.repeat(8)}`))
      }
    expect(Math.max(...processedAgain)).toBeLessThan(64)
  },
)

it('#27616: a request copies the prefix from a sequence that answers another request', async () => {
  await serve(2)
  const long = ask([system, user('Tell me a tiny story.')], 400)
  const busyTokens = async () => Math.max(0, ...(await server.client.sequences()).map(({ isBusy, tokens }) => (isBusy ? tokens : 0)))
  await expect.poll(busyTokens, { interval: 2, timeout: 60_000 }).toBeGreaterThan(100)
  const { promptTokens, cachedTokens } = await ask([system, user('What is a token?')])
  expect(await busyTokens()).toBeGreaterThan(0)
  // All but the question and the template around it.
  expect(promptTokens - cachedTokens).toBeLessThan(40)
  await long
})
