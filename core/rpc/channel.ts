import type { EncodedMessage } from '@orpc/standard-server-peer'
import type { PortLike } from '../streams/virtual-port'

export interface Channel {
  send(message: EncodedMessage): void
  onMessage(listener: (data: unknown) => void): void
  onClose(listener: () => void): void
}

/** Ports of a page and of node:worker_threads. Headroom's and Electron's have only `on`. */
interface EventPort {
  addEventListener(event: string, listener: (event: { data: unknown }) => void): void
  postMessage(data: unknown): void
}

export function portChannel(port: PortLike | EventPort): Channel {
  const listen = (event: 'message' | 'close', listener: (event: { data: unknown }) => void): void => {
    if ('addEventListener' in port) port.addEventListener(event, listener)
    else port.on(event as 'message', listener)
  }
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => listen('message', (event) => listener(event?.data)),
    onClose: (listener) => listen('close', () => listener()),
  }
}

/** oRPC's decoder would turn a number into an array of that many bytes. */
export function encoded(data: unknown): EncodedMessage {
  if (typeof data === 'string' || data instanceof Uint8Array || data instanceof ArrayBuffer) return data
  throw new TypeError(`Expected a message as text or bytes, got ${data === null ? 'null' : typeof data}`)
}

/** Reports only the first error, because a peer may send a million malformed messages. */
export function firstOf(report: (error: unknown) => void): (error: unknown) => void {
  let reported = false
  return (error) => {
    if (!reported) report(error)
    reported = true
  }
}
