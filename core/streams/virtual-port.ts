/** Under plain Node, all connections of the engine share one IPC channel. Each connection looks like a MessagePort to oRPC. */

export type PortRole = 'control' | 'view'

export type PortFrame =
  | { readonly port: number; readonly open: PortRole }
  | { readonly port: number; readonly data: unknown }
  | { readonly port: number; readonly close: true }

export interface PortLike {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
  postMessage(data: unknown): void
}

export class VirtualPort implements PortLike {
  private readonly messageListeners: ((event: { data: unknown }) => void)[] = []
  private readonly closeListeners: (() => void)[] = []

  constructor(private readonly send: (data: unknown) => void) {}

  on(event: 'message' | 'close', listener: ((event: { data: unknown }) => void) | (() => void)): void {
    if (event === 'message') this.messageListeners.push(listener as (event: { data: unknown }) => void)
    else this.closeListeners.push(listener as () => void)
  }
  postMessage(data: unknown): void {
    this.send(data)
  }
  received(data: unknown): void {
    for (const listener of this.messageListeners) listener({ data })
  }
  closed(): void {
    for (const listener of this.closeListeners) listener()
  }
}
