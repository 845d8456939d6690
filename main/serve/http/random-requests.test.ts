/** Requests of hostile clients, to all dialects, over a few pipelined connections. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { madeEvents } from '../../../core/serve/testing/made-events'
import { mutated } from '../../../core/serve/testing/random-json'
import { type Random, seededRandom } from '../../../core/stats/seeded-random'
import { MadeService } from '../testing/made-service'
import { startApiServer } from './api-server'

const modelPath = fileURLToPath(new URL('../../../native-models/fixtures/llama-gqa.gguf', import.meta.url))
const messages = [
  { role: 'system', content: 'Be kind' },
  { role: 'user', content: 'Hi' },
]
const parameters = { type: 'object', properties: { q: { type: 'string' } } }
const tools = [{ type: 'function', function: { name: 'f', description: 'd', parameters } }]
const bodies: Readonly<Record<string, object>> = {
  '/v1/chat/completions': {
    messages,
    tools,
    tool_choice: 'auto',
    stop: ['x'],
    n: 1,
    logit_bias: { 5: 1 },
    stream: true,
    temperature: 1,
    seed: 1,
  },
  '/v1/completions': { prompt: 'Once', max_tokens: 4, echo: true, stream: false },
  '/v1/embeddings': { input: ['a', 'b'] },
  '/api/embed': { model: 'pocket', input: ['a', [1, 2]], options: { num_ctx: 512 }, keep_alive: '5m' },
  '/api/embeddings': { model: 'pocket', prompt: 'a' },
  '/embedding': { content: 'a', embd_normalize: 2 },
  '/v1/responses': { input: [{ role: 'user', content: 'Hi' }], instructions: 'x', tools: [{ type: 'function', name: 'f', parameters }] },
  '/v1/messages': {
    max_tokens: 5,
    messages: messages.slice(1),
    tools: [{ name: 'f', input_schema: parameters }],
    thinking: { type: 'disabled' },
  },
  '/v1/messages/count_tokens': { messages: messages.slice(1) },
  '/api/chat': { messages, stream: true, options: { temperature: 1 }, format: 'json' },
  '/api/generate': { prompt: 'Hi', stream: false, keep_alive: '5m' },
  '/api/show': { model: 'pocket' },
  '/completion': { prompt: [1, 'a', 2], n_predict: 4, stop: ['x'], logit_bias: [[5, 1]] },
  '/tokenize': { content: 'Hi', add_special: true },
  '/detokenize': { tokens: [72, 105] },
  '/apply-template': { messages },
}
/** The machine of a test can be busy. */
const patient = { headersMs: 600_000, requestMs: 600_000, idleMs: 600_000 }
const paths = Object.keys(bodies)

function bytesOf(value: unknown, random: Random): Buffer {
  const bytes = Buffer.from(JSON.stringify(value) ?? '')
  const at = Math.floor(random() * bytes.length)
  switch (Math.floor(random() * 12)) {
    case 0:
      return bytes.subarray(0, at)
    case 1:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff, 0xc3, 0x00]), bytes.subarray(at)])
    case 2:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from('['.repeat(300)), bytes.subarray(at)])
    default:
      return bytes
  }
}

function requestOf(random: Random, port: number, isLast: boolean): Buffer {
  const path = paths[Math.floor(random() * paths.length)] as string
  let body: unknown = bodies[path]
  for (let changes = Math.floor(random() * 4); changes > 0; changes--) body = mutated(body, random)
  const bytes = bytesOf(body, random)
  const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-length: ${bytes.length}\r\n${isLast ? 'connection: close\r\n' : ''}\r\n`
  return Buffer.concat([Buffer.from(head), bytes])
}

/** `HEADROOM_RANDOM_REQUESTS=500000 npm test -- unit main/serve/http/random-requests.test.ts` sends more. */
const tried = Number(process.env.HEADROOM_RANDOM_REQUESTS ?? 5_000)
const [connections, perConnection] = [8, 625]
const rounds = Math.ceil(tried / (connections * perConnection))

/** Returns how many answers had each status. */
async function statusesOf(port: number, round: number): Promise<Readonly<Record<string, number>>> {
  const statuses: Record<string, number> = {}
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      const random = seededRandom(round * connections + connection)
      const socket = connect(port, '127.0.0.1')
      socket.write(Buffer.concat(Array.from({ length: perConnection }, (_, at) => requestOf(random, port, at === perConnection - 1))))
      for (const [, status = ''] of (await text(socket)).matchAll(/HTTP\/1\.1 (\d{3}) /g)) statuses[status] = (statuses[status] ?? 0) + 1
    }),
  )
  return statuses
}

it('answers each of 5,000 random requests, never with an internal error', { timeout: rounds * 120_000 }, async () => {
  const service = new MadeService(modelPath, madeEvents([{ reasoning: 'Hm' }, { text: 'Hi' }, { call: 'f', pieces: ['{}'] }]))
  const { port, close } = await startApiServer({ service, port: 0, keys: null, limits: patient })
  try {
    for (let round = 0; round < rounds; round++) {
      const statuses = await statusesOf(port, round)
      if (rounds > 1) console.log(`round ${round + 1} of ${rounds}: ${JSON.stringify(statuses)}`)
      const { 200: answered = 0, 400: refused = 0, ...others } = statuses
      expect(Object.keys(others).filter((status) => !['404', '413', '501'].includes(status))).toEqual([])
      expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBe(connections * perConnection)
      expect(Math.min(answered, refused)).toBeGreaterThan(500)
    }
  } finally {
    await close()
  }
})
