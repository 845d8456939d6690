import { afterEach, describe, expect, it } from 'vitest'
import type { RecordedExchange, Recording } from './recordings/recording'
import { type ReplayServer, replay } from './replay-server'

type Answer = RecordedExchange['answer']

const recordingOf = (...exchanges: RecordedExchange[]): Recording => ({
  server: { name: 'test', version: '1', commit: null, model: 'none', flags: [] },
  recordedOn: '2026-11-26',
  known: {},
  exchanges,
})
const answer = (text: string, more: Partial<Answer> = {}): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  pieces: [[0, text]],
  end: 'complete',
  ...more,
})
const get = (path: string, text: string, more: Partial<Answer> = {}): RecordedExchange => ({
  request: { method: 'GET', path },
  answer: answer(text, more),
})
const chat = (content: string, text: string): RecordedExchange => ({
  request: { method: 'POST', path: '/v1/chat/completions', body: { stream: true, messages: [{ role: 'user', content }], temperature: 0 } },
  answer: answer(text),
})

let server: ReplayServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function started(...exchanges: RecordedExchange[]): Promise<ReplayServer> {
  server = await replay(recordingOf(...exchanges))
  return server
}
const ask = ({ url }: ReplayServer, content: string, more = {}) =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ stream: true, messages: [{ role: 'user', content }], ...more }),
  })

describe('the replay server', () => {
  it('answers the same request with the next recorded answer, and with the last one from then on', async () => {
    const { url, misses } = await started(get('/metrics', 'a 1\n'), get('/metrics', 'a 2\n'))
    const pages = [1, 2, 3].map(() => fetch(`${url}/metrics`).then((page) => page.text()))
    expect((await Promise.all(pages)).sort()).toEqual(['a 1\n', 'a 2\n', 'a 2\n'])
    expect(misses).toEqual([])
  })

  it('tells two chats apart by their messages, and ignores sampling', async () => {
    const replayed = await started(chat('One', '1'), chat('Two', '2'))
    expect(await (await ask(replayed, 'Two', { temperature: 0.7, seed: 3 })).text()).toBe('2')
    expect(await (await ask(replayed, 'One')).text()).toBe('1')
  })

  it('refuses a request that has no recording, and names it', async () => {
    const replayed = await started(chat('One', '1'))
    const refused = await ask(replayed, 'Three')
    expect(refused.status).toBe(501)
    expect(await refused.text()).toMatch(/^No recording answers POST \/v1\/chat\/completions .*Three.* Recorded requests: .*One/)
    expect(replayed.misses).toHaveLength(1)
  })

  it('sends the recorded status and bytes, even bytes that are half of a character', async () => {
    const [first, second] = [Buffer.from('ü').subarray(0, 1), Buffer.from('ü').subarray(1)]
    const pieces: Answer['pieces'] = [
      [0, { base64: first.toString('base64') }],
      [0, { base64: second.toString('base64') }],
    ]
    const { url } = await started(get('/health', '', { status: 503, pieces }))
    const page = await fetch(`${url}/health`)
    expect([page.status, await page.text()]).toEqual([503, 'ü'])
  })

  it('closes the connection in the middle of an answer where the recorded server did', async () => {
    const { url } = await started(get('/stream', 'half', { end: 'broken' }))
    const page = await fetch(`${url}/stream`)
    await expect(page.text()).rejects.toThrow('terminated')
  })

  it('keeps the pace of the recording if asked to', async () => {
    server = await replay(
      recordingOf(
        get('/slow', '', {
          pieces: [
            [0, 'a'],
            [60, 'b'],
          ],
        }),
      ),
      { pace: 1 },
    )
    const startMs = performance.now()
    expect(await (await fetch(`${server.url}/slow`)).text()).toBe('ab')
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(59)
  })
})
