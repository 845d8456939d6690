import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect as connectSecurely, type TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { madeEvents } from '../../../core/serve/testing/made-events'
import { keyToStore } from '../keys/api-keys'
import { testCertificate } from '../testing/certificate'
import { MadeService } from '../testing/made-service'
import { startApiServer } from './api-server'

const modelPath = fileURLToPath(new URL('../../../native-models/fixtures/llama-gqa.gguf', import.meta.url))

async function secureServer() {
  const service = new MadeService(modelPath, madeEvents([{ text: 'Good ' }, { text: 'day' }]))
  const server = await startApiServer({ service, port: 0, keys: () => [keyToStore('test', 'hr-test')], tls: testCertificate })
  onTestFinished(() => server.close())
  return server
}

it('answers over https with the given certificate, whole or as a stream', async () => {
  const { url } = await secureServer()
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  for (const stream of [false, true]) {
    // The test compares the certificate itself, because nothing trusts it.
    const asked = request(`${url}/v1/chat/completions`, {
      method: 'POST',
      rejectUnauthorized: false,
      agent: new Agent({ maxCachedSessions: 0 }),
      headers: { authorization: 'Bearer hr-test', 'content-type': 'application/json' },
    })
    let fingerprint: string | undefined
    asked.on('socket', (socket: TLSSocket) =>
      socket.on('secureConnect', () => {
        fingerprint = socket.getPeerX509Certificate()?.fingerprint256
      }),
    )
    asked.end(JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }], stream }))
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    expect(fingerprint).toBe(new X509Certificate(testCertificate.cert).fingerprint256)
    expect(answer.statusCode).toBe(200)
    expect(await text(answer)).toContain('Good ')
  }
})

it('refuses a body that is not valid HTTP in the shape of the dialect', async () => {
  const { port } = await secureServer()
  const socket = connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false })
  socket.write(
    `POST /v1/messages HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-api-key: hr-test\r\ntransfer-encoding: chunked\r\n\r\nno size\r\n`,
  )
  const [head, body = ''] = (await text(socket)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(JSON.parse(body)).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } })
})

it('refuses requests that are not encrypted', async () => {
  const { port } = await secureServer()
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`GET /health HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`)
  expect(await text(socket).catch(() => '')).not.toContain(' 200 ')
})
