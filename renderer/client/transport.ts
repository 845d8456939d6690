/** Only this file knows whether MessagePorts or WebSockets are used. */
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { EngineView, HostContract } from '../../core/contract'
import type { SavedPdf, SavedPlace } from '../../core/contract/conversations/saved-pdf'
import { CodedError, coded } from '../../core/contract/errors/coded-error'
import { type Channel, portChannel } from '../../core/rpc/channel'
import { peerLink } from '../../core/rpc/peer-link'
import { linkToken } from './link-token'
import { assertSendable } from './sendable'

export type HostClient = ContractRouterClient<HostContract>
export type EngineClient = ContractRouterClient<EngineView>

interface Desktop {
  connectHost(): void
  connectEngine(): void
  pathOf(file: File): string
  savePdf(title: string): Promise<SavedPdf | null>
}
const desktop = (globalThis as unknown as { headroomDesktop?: Desktop }).headroomDesktop

export const isDesktop = desktop !== undefined

export const pathOf = (file: File): string | undefined => desktop?.pathOf(file) || undefined

/** Asks where to save the page as it is printed. null if the user cancels. Only on the desktop. Throws `disk-full`, `store-failed`. */
export async function savePdf(title: string): Promise<SavedPlace | null> {
  if (!desktop) throw new Error('Expected the desktop')
  const saved = await desktop.savePdf(title)
  if (saved && 'failure' in saved) throw new CodedError(saved.failure)
  return saved
}

export interface Connection<Client> {
  readonly client: Client
  readonly closed: Promise<void>
  close(): void
}

export const connectHost = (): Promise<Connection<HostClient>> =>
  desktop ? connectPort('host-port', () => desktop.connectHost()) : connectSocket('/host')
export const connectEngine = (): Promise<Connection<EngineClient>> =>
  desktop ? connectPort('engine-port', () => desktop.connectEngine()) : connectSocket('/engine')

const token = (): string => (desktop ? '' : linkToken())
export const documentAddress = (name: string): string => `/document?${new URLSearchParams({ name, token: token() })}`
export const uploadAddress = (name: string): string => `/upload?${new URLSearchParams({ name, token: token() })}`

function connectPort<Client>(kind: 'host-port' | 'engine-port', ask: () => void): Promise<Connection<Client>> {
  return new Promise((resolve) => {
    const listen = (event: MessageEvent) => {
      const [port] = event.ports
      if (event.source !== window || event.data?.headroom !== kind || !port) return
      window.removeEventListener('message', listen)
      resolve(connectionOn(portChannel(port), () => port.close()))
      port.start()
    }
    window.addEventListener('message', listen)
    ask()
  })
}

function connectSocket<Client>(path: string): Promise<Connection<Client>> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}${path}?${new URLSearchParams({ token: token() })}`)
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('open', () => resolve(connectionOn(socketChannel(socket), () => socket.close())))
    socket.addEventListener('error', () => void whyRefused(path).then(reject))
  })
}

function connectionOn<Client>(channel: Channel, close: () => void): Connection<Client> {
  const limited: Channel = {
    ...channel,
    send: (message) => {
      assertSendable(message)
      channel.send(message)
    },
  }
  const client = createORPCClient(peerLink(limited, (error) => console.warn('malformed message', error))) as Client
  // Registered after the link's listener, so that the link's streams end before the app reconnects.
  const closed = new Promise<void>((done) => channel.onClose(done))
  return { client, closed, close }
}

/** A closing socket silently drops outgoing messages. */
const socketChannel = (socket: WebSocket): Channel => ({
  send: (message) => socket.send(message as string),
  onMessage: (listener) => socket.addEventListener('message', ({ data }) => listener(data)),
  onClose: (listener) => socket.addEventListener('close', () => listener()),
})

/** Browsers hide why a socket was refused, so this asks over HTTP. */
async function whyRefused(path: string): Promise<Error> {
  const answer = await fetch(`/token?${new URLSearchParams({ token: token() })}`, { method: 'HEAD', cache: 'no-store' }).catch(
    () => undefined,
  )
  return answer?.status === 403 ? coded('link-outdated', {}) : new Error(`The connection to ${path} failed`)
}
