/** Sends invalid HTTP requests, and upgrades with invalid frames. Half of the connections are cut off or reset early. */
import { connect, type Socket } from 'node:net'
import type { Random } from './random'

export interface HostAttack {
  readonly sent: number
  readonly requests: number
  readonly upgrades: number
  readonly frames: number
  readonly cutOrReset: number
  readonly answered: number
}

type Counts = { -readonly [name in keyof HostAttack]: number }

const lanes = 16
const round = 100

export async function attackHost(link: string, count: number, random: Random): Promise<HostAttack> {
  const url = new URL(link)
  const counts: Counts = { sent: 0, requests: 0, upgrades: 0, frames: 0, cutOrReset: 0, answered: 0 }
  while (counts.sent < count) {
    const left = Math.min(round, count - counts.sent)
    let begun = 0
    const lane = async () => {
      while (begun++ < left) await attempt(url, random, counts)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    counts.sent += left
    const { status } = await fetch(link, { headers: { connection: 'close' } })
    if (status !== 200) throw new Error(`A valid request got ${status} after ${counts.sent} hostile ones`)
    counts.answered++
  }
  return counts
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'CONNECT', 'TRACE', 'PRI', 'get', '', '\0']
const targets = [
  '/',
  '//',
  '/?token=',
  'http://[',
  'http://:99999/',
  '*',
  '/assets/../../x',
  '/%',
  '/%00',
  '/packages.json',
  '/upload?name=x.gguf',
  '/document?name=x.pdf',
  '/\\\\[',
  '/host',
  '/engine',
  '\x7f',
  `/${'a'.repeat(9000)}`,
]
const odd = [
  'Transfer-Encoding: chunked\r\n',
  'Content-Length: 5\r\n',
  'Content-Length: -1\r\n',
  'Expect: 100-continue\r\n',
  'Upgrade: h2c\r\nConnection: Upgrade\r\n',
  'X: \xff\r\n',
  `Y: ${'y'.repeat(20_000)}\r\n`,
  'no header\r\n',
  '\r\n',
]

function attempt(url: URL, random: Random, counts: Counts): Promise<void> {
  const isCut = random.is(0.5)
  if (isCut) counts.cutOrReset++
  const token = random.is(0.7) ? (/token=([\w-]+)/.exec(url.href)?.[1] ?? '') : 'wrong'
  const isUpgrade = random.is(0.4)
  const bytes = isUpgrade ? upgrade(url, token, random, counts) : request(url, token, random, counts)
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(url.port), '127.0.0.1')
    const late = setTimeout(() => reject(new Error('The host neither answered nor closed a connection for 30 seconds')), 30_000)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(late)
      resolve()
    })
    socket.resume()
    socket.on('connect', () => {
      const sent = isCut ? bytes.subarray(0, random.below(bytes.length + 1)) : bytes
      const isReset = random.is(0.5)
      socket.write(sent, () => {
        if (!isCut) socket.end()
        else if (isReset) socket.resetAndDestroy()
        else socket.destroy()
      })
    })
  })
}

function request(url: URL, token: string, random: Random, counts: Counts): Buffer {
  counts.requests++
  if (random.is(0.1)) return random.bytes(300)
  const host = random.of([url.host, url.host, url.host, 'evil.example', '', '\xff'])
  const headers = Array.from({ length: random.below(4) }, () => random.of(odd)).join('')
  const target = random.of(targets) + (random.is(0.3) ? token : '')
  const origin = random.is(0.5) ? `Origin: ${url.origin}\r\n` : ''
  const head = `${random.of(methods)} ${target} HTTP/1.${random.below(3)}\r\nHost: ${host}\r\n${origin}${headers}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), random.bytes(200)])
}

function upgrade(url: URL, token: string, random: Random, counts: Counts): Buffer {
  counts.upgrades++
  const path = random.of(['/host', '/host', '/engine', '/engine', '//', 'http://[', '/other'])
  const key = random.is(0.8) ? 'dGhlIHNhbXBsZSBub25jZQ==' : random.bytes(8).toString('latin1')
  const origin = random.is(0.9) ? url.origin : 'http://evil.example'
  const head = `GET ${path}?token=${token} HTTP/1.1\r\nHost: ${url.host}\r\nOrigin: ${origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: ${random.of([13, 13, 13, 8, 99])}\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Protocol: ${random.is(0.9) ? 'x' : ',,'}\r\n\r\n`
  const frames = Array.from({ length: random.below(6) }, () => frame(random, counts))
  return Buffer.concat([Buffer.from(head, 'latin1'), ...frames])
}

function frame(random: Random, counts: Counts): Buffer {
  counts.frames++
  if (random.is(0.5)) return random.bytes(40)
  const content = random.is(0.5) ? Buffer.from(`{"i":"${random.below(9)}","p":{"u":"/info","b":{}}}`) : random.bytes(100)
  const first = random.is(0.7) ? 0x80 | random.of([0, 1, 2, 8, 9, 10]) : random.below(256)
  const claimed = random.is(0.8) ? content.length : random.below(126)
  return Buffer.concat([Buffer.from([first, 0x80 | claimed, 0, 0, 0, 0]), content])
}
