/** Sends hostile messages through a contract. After every hundred, the receiver must answer a valid message. */
import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { WebSocket } from 'ws'
import { portChannel } from '../../core/rpc/channel'
import { peerLink } from '../../core/rpc/peer-link'
import type { PortLike } from '../../core/streams/virtual-port'
import { hostileMessage, type Procedure } from './hostile-message'
import type { Random } from './random'

export interface Attacked {
  readonly sent: number
  readonly answered: number
}

interface Target {
  send(message: string | Buffer): void
  onAnswer(listener: (data: unknown) => void): void
  close(): void
}

const round = 100
const perConnection = 2000

/** Rejects if a valid message gets no answer within a minute. */
export async function attackContract(
  connect: () => Promise<Target>,
  procedures: readonly Procedure[],
  good: { readonly path: string; readonly input: unknown },
  count: number,
  random: Random,
): Promise<Attacked> {
  let answered = 0
  let target: Target | undefined
  const waiting = new Map<string, () => void>()
  for (let sent = 0; sent < count; sent++) {
    if (sent % perConnection === 0) {
      target?.close()
      target = await connect()
      target.onAnswer((data) => {
        const id = /"i":"(good-\d+)"/.exec(String(data))?.[1]
        if (id) waiting.get(id)?.()
      })
    }
    target?.send(hostileMessage(random, procedures))
    if (sent % round !== round - 1) continue
    const id = `good-${sent}`
    const answer = new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`No answer to a valid message after ${sent + 1} hostile ones`)), 60_000)
      waiting.set(id, () => {
        clearTimeout(late)
        resolve()
      })
    })
    target?.send(JSON.stringify({ i: id, p: { u: good.path, b: { json: good.input } } }))
    await answer
    waiting.delete(id)
    answered++
  }
  target?.close()
  return { sent: count, answered }
}

export const socketTarget = (address: string, origin: string) => async (): Promise<Target> => {
  const socket = new WebSocket(address, { origin })
  socket.on('error', () => {})
  await once(socket, 'open')
  return {
    send: (message) => socket.send(message),
    onAnswer: (listener) => void socket.on('message', (data) => listener(data)),
    close: () => socket.close(),
  }
}

export const portTarget = (open: () => PortLike & { close(): void }) => async (): Promise<Target> => {
  const port = open()
  return {
    send: (message) => port.postMessage(message),
    onAnswer: (listener) => void port.on('message', ({ data }) => listener(data)),
    close: () => port.close(),
  }
}

export async function attackAsker(procedures: readonly Procedure[], count: number, random: Random): Promise<Attacked> {
  const { port1, port2 } = new MessageChannel()
  const link = peerLink(portChannel(port2), () => {})
  port2.start()
  let answered = 0
  for (let sent = 0; sent < count; sent++) {
    port1.postMessage(hostileMessage(random, procedures))
    if (sent % round !== round - 1) continue
    const answer = link.call(['sequences'], {}, { context: {} })
    const [request] = (await once(port1, 'message')) as [string]
    const { i } = JSON.parse(request) as { i: string }
    port1.postMessage(JSON.stringify({ i, p: { b: { json: [] } } }))
    // The call may reject, because a hostile message may already have answered it.
    await answer.catch(() => {})
    answered++
  }
  port1.close()
  port2.close()
  return { sent: count, answered }
}
