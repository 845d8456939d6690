/** Clients that still send when the server refuses their request. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { madeServer } from '../testing/made-server'

const chat = '/v1/chat/completions'

/** In a thread, because a client that shares its event loop with the server is never sending when the server answers. */
const sendLarge = `
const { parentPort, workerData: url } = require('node:worker_threads')
const { OpenAI } = require('openai')
const messages = [{ role: 'user', content: 'x'.repeat(9 * 2 ** 20) }]
const client = new OpenAI({ baseURL: url + '/v1', apiKey: 'none', maxRetries: 0 })
async function send() {
  const answers = []
  for (let sent = 0; sent < 20; sent++)
    answers.push(
      await fetch(url + '${chat}', { method: 'POST', body: JSON.stringify({ messages }) })
        .then(async (response) => response.status + ' ' + (await response.json()).error.code)
        .catch((error) => error.cause?.code ?? String(error)),
      await client.chat.completions.create({ model: 'pocket', messages }).catch((error) => error.status + ' ' + error.code),
    )
  parentPort.postMessage(answers)
}
send()`

async function connected(url: string, length: string): Promise<Socket> {
  const { port, host } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  socket.write(`POST ${chat} HTTP/1.1\r\nhost: ${host}\r\n${length}\r\n\r\n`)
  await once(socket, 'connect')
  return socket
}

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

/** The machine of a test can be busy. */
const patient = { discardMs: 600_000 }

it('tells fetch and the official client of OpenAI each time that 9 MiB are too much', { timeout: 120_000 }, async () => {
  const { url } = await madeServer([], { limits: patient })
  const worker = new Worker(sendLarge, { eval: true, workerData: url })
  const [answers] = (await once(worker, 'message')) as [string[]]
  expect(answers).toEqual(Array.from({ length: 40 }, () => '413 api-body-refused'))
})

it('lets a client see the refusal that reads only after it has sent everything', async () => {
  const { url } = await madeServer([], { limits: patient })
  const body = Buffer.alloc(32 * 2 ** 20, 'x')
  const socket = await connected(url, `content-length: ${body.length}`)
  await new Promise<void>((resolve, reject) => socket.write(body, (error) => (error ? reject(error) : resolve())))
  const end = closed(socket)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
  await end
})

it('closes the connection of a client that never stops sending', async () => {
  const { url } = await madeServer([], { limits: { ...patient, bodyBytes: 1000, discardBytes: 2 ** 20 } })
  const socket = await connected(url, 'transfer-encoding: chunked')
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const send = () => {
    while (socket.writable && socket.write(chunk));
  }
  socket.resume().on('drain', send)
  const end = closed(socket)
  send()
  await end
})

it('closes the connection of a client that never sends the rest', async () => {
  const { url } = await madeServer([], { limits: { discardMs: 50 } })
  const socket = await connected(url, 'content-length: 100000000')
  const end = closed(socket)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
  await end
})
