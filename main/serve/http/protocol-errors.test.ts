/** Bytes that are not a valid request. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { madeEvents } from '../../../core/serve/testing/made-events'
import { madeServer } from '../testing/made-server'

/** Returns all that comes back until the server closes the connection. */
async function answerTo(url: string, bytes: string, endsEarly = false): Promise<{ status: number; headers: string; body: unknown }> {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  if (endsEarly) socket.end(bytes)
  else socket.write(bytes)
  const [headers = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(headers.split(' ')[1]), headers, body: body === '' ? null : JSON.parse(body) }
}

const post = (path: string, url: string, lines: readonly string[]) =>
  [`POST ${path} HTTP/1.1`, `host: ${new URL(url).host}`, ...lines, '', ''].join('\r\n')

const refused = (message: RegExp, code = 'api-http-refused') => ({
  error: { message: expect.stringMatching(message), type: 'invalid_request_error', param: null, code },
})

it('says what is wrong with bytes that are not HTTP, headers that are too long and contradictory lengths', async () => {
  const { url } = await madeServer([], { limits: { discardMs: 600_000 } })
  const garbage = await answerTo(url, 'GARBAGE\r\n\r\n')
  expect(garbage).toMatchObject({ status: 400, body: refused(/not valid HTTP/) })
  expect(garbage.headers).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*connection: close/s)
  expect(garbage.headers).toContain('content-type: application/json; charset=utf-8')

  const long = await answerTo(url, post('/v1/chat/completions', url, [`x-long: ${'x'.repeat(70_000)}`]))
  expect(long).toMatchObject({ status: 431, body: refused(/headers .* 16\.0 KiB/) })

  const both = await answerTo(url, `${post('/v1/messages', url, ['content-length: 2', 'transfer-encoding: chunked'])}{}`)
  expect(both).toMatchObject({ status: 400, body: refused(/not valid HTTP/) })
})

it('answers requests that take too long with 408', async () => {
  const { url } = await madeServer([], { limits: { headersMs: 50, requestMs: 60 } })
  expect(await answerTo(url, 'POST /v1/messages HTTP/1.1\r\nhost: 127')).toMatchObject({ status: 408, body: refused(/in time/) })
  const slow = await answerTo(url, `${post('/v1/chat/completions', url, ['content-length: 100'])}{"mess`)
  expect(slow).toMatchObject({ status: 408, body: refused(/in time/) })
})

it('refuses a body that is cut off or has invalid chunks in the shape of the dialect', async () => {
  const { url } = await madeServer()
  const cutOff = (path: string) => answerTo(url, `${post(path, url, ['content-length: 100'])}{"mess`, true)
  expect(await cutOff('/v1/chat/completions')).toMatchObject({ status: 400, body: refused(/ended early/, 'api-body-refused') })
  expect(await cutOff('/api/chat')).toMatchObject({ status: 400, body: { error: expect.stringMatching(/ended early/) } })
  const chunks = await answerTo(url, `${post('/v1/messages', url, ['transfer-encoding: chunked'])}not a size\r\n`)
  expect(chunks).toMatchObject({ status: 400, body: { type: 'error', error: { message: expect.stringMatching(/not valid HTTP/) } } })
})

it('writes nothing into an answer that has begun, and closes the connection', async () => {
  const { service, url } = await madeServer([...madeEvents([{ text: 'Good ' }]).slice(0, -1), 'until-abort'])
  const gone = new Promise((resolve) => service.gone.listen(resolve))
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], stream: true })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`${post('/v1/chat/completions', url, [`content-length: ${body.length}`])}${body}`)
  const arrived: string[] = []
  for await (const chunk of socket) {
    if (arrived.length === 0) socket.write('GARBAGE\r\n\r\n')
    arrived.push(String(chunk))
  }
  await gone
  expect(arrived.join('')).toContain('HTTP/1.1 200 OK')
  expect(arrived.join('')).not.toContain('HTTP/1.1 400')
})
