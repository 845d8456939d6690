import { expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { Random } from '../../core/grammar/testing/random'
import type { ServerKind } from '../../core/remote/server-facts'
import { Network } from '../library/network/network'
import { streamChat } from './stream-chat'
import { chatRequest, collect } from './testing/chat-request'
import { LyingServer, type Reply, write } from './testing/lying-server'

const network = new Network({ findProxy: async () => undefined })
const tried = Number(process.env.HEADROOM_RANDOM_STREAMS ?? 150)

const events = [
  { choices: [{ index: 0, delta: { content: 'Grüße 😀' } }] },
  { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, id: 'c', function: { name: 'add', arguments: '{}' } }] } }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } },
]
const lines = [
  { message: { content: 'Grüße 😀' }, done: false },
  { message: { content: '' }, done: true, done_reason: 'stop', eval_count: 2 },
]
const transcripts = {
  'llama-server': Buffer.from(`${events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join(':\n\n')}data: [DONE]\n\n`),
  ollama: Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
}

/** Changes bytes, sends pieces of any size, and ends anywhere. */
function damagedReply(transcript: Buffer, random: Random): Reply {
  const bytes = Buffer.from(transcript)
  for (let count = random.below(4); count > 0; count--) bytes[random.below(bytes.length)] = random.below(256)
  const end = random.chance(0.5) ? bytes.length : random.below(bytes.length)
  const sizes = Array.from({ length: 8 }, () => 1 + random.below(80))
  const isReset = random.chance(0.3)
  return async (response) => {
    response.writeHead(200)
    for (let at = 0, count = 0; at < end; count++) {
      const size = sizes[count % sizes.length] ?? 1
      await write(response, bytes.subarray(at, Math.min(end, at + size)))
      at += size
    }
    if (isReset) response.destroy()
    else response.end()
  }
}

it.each(['llama-server', 'ollama'] as const)(
  'Damaged streams of %s end with the end of the answer or with a coded error',
  async (kind: ServerKind) => {
    const random = new Random(5)
    const server = await LyingServer.start({})
    let whole = 0
    for (let count = 0; count < tried; count++) {
      server.replies['*'] = damagedReply(transcripts[kind as keyof typeof transcripts], random)
      const { events: seen, error } = await collect(streamChat(network, server.address, kind, chatRequest, new AbortController().signal))
      const isEnded = seen.some(({ type }) => type === 'finish')
      expect(isEnded || failureOf(error) !== undefined, String(error)).toBe(true)
      if (isEnded) expect(error).toBeNull()
      if (isEnded) whole++
    }
    expect(server.requests.length).toBe(tried)
    expect(whole).toBeGreaterThan(tried / 10)
    expect(whole).toBeLessThan(tried)
  },
)
