/**
 * The two transports of a window: MessagePorts from Electron's preload, or WebSockets to the headless host. Other files do not know which
 * one is used.
 */
import { createORPCClient } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import type { EngineView, HostContract } from '../../core/contract'
import { coded } from '../../core/contract/errors/coded-error'
import { linkToken } from './link-token'
import { assertSendable } from './sendable'

export type HostClient = ContractRouterClient<HostContract>
export type EngineClient = ContractRouterClient<EngineView>

interface Desktop {
  connectHost(): void
  connectEngine(): void
  pathOf(file: File): string
}
const desktop = (globalThis as unknown as { headroomDesktop?: Desktop }).headroomDesktop

export const isDesktop = desktop !== undefined

/** Path of a dropped or chosen file; undefined in a browser. */
export const pathOf = (file: File): string | undefined => desktop?.pathOf(file) || undefined

export interface Connection<Client> {
  readonly client: Client
  /** Resolves when the other end is gone. */
  readonly closed: Promise<void>
  close(): void
}

export const connectHost = (): Promise<Connection<HostClient>> =>
  desktop ? connectPort('host-port', () => desktop.connectHost()) : connectSocket('/host')
export const connectEngine = (): Promise<Connection<EngineClient>> =>
  desktop ? connectPort('engine-port', () => desktop.connectEngine()) : connectSocket('/engine')

/** Only the headless host requires a token. */
const token = desktop ? '' : linkToken()
export const uploadAddress = (name: string): string => `/upload?${new URLSearchParams({ name, token })}`

function connectPort<Client>(kind: 'host-port' | 'engine-port', ask: () => void): Promise<Connection<Client>> {
  return new Promise((resolve) => {
    const listen = (event: MessageEvent) => {
      const [port] = event.ports
      if (event.source !== window || event.data?.headroom !== kind || !port) return
      window.removeEventListener('message', listen)
      const client = createORPCClient(new PortLink({ port: limited(port) })) as Client
      const closed = new Promise<void>((done) => port.addEventListener('close', () => done()))
      port.start()
      resolve({ client, closed, close: () => port.close() })
    }
    window.addEventListener('message', listen)
    ask()
  })
}

function connectSocket<Client>(path: string): Promise<Connection<Client>> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}${path}?${new URLSearchParams({ token })}`)
    socket.addEventListener('open', () => {
      const client = createORPCClient(new SocketLink({ websocket: untilClosed(socket) })) as Client
      // Registered after the link's own listener, so that its streams end before anyone reconnects.
      const closed = new Promise<void>((done) => socket.addEventListener('close', () => done()))
      resolve({ client, closed, close: () => socket.close() })
    })
    socket.addEventListener('error', () => void whyRefused(path).then(reject))
  })
}

/**
 * For oRPC, which ends a stream with a message and would report an error if a closing socket cannot send it. The message is dropped; the
 * socket's end will end the stream.
 */
const untilClosed = (socket: WebSocket): Pick<WebSocket, 'addEventListener' | 'removeEventListener' | 'send' | 'readyState'> => ({
  addEventListener: socket.addEventListener.bind(socket),
  removeEventListener: socket.removeEventListener.bind(socket),
  send: (message) => {
    assertSendable(message)
    socket.send(message)
  },
  get readyState() {
    return socket.readyState === WebSocket.CLOSING ? WebSocket.OPEN : socket.readyState
  },
})

/** The same limit on both hosts. */
const limited = (port: MessagePort): Pick<MessagePort, 'addEventListener' | 'postMessage'> => ({
  addEventListener: port.addEventListener.bind(port),
  postMessage: (message: unknown) => {
    assertSendable(message)
    port.postMessage(message)
  },
})

/** Browsers hide why a socket was refused, so ask over HTTP. */
async function whyRefused(path: string): Promise<Error> {
  const answer = await fetch(`/token?${new URLSearchParams({ token })}`, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  return answer?.status === 403 ? coded('link-outdated', {}) : new Error(`The connection to ${path} failed`)
}
