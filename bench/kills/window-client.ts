import { once } from 'node:events'
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { WebSocket } from 'ws'
import type { EngineView, HostContract } from '../../core/contract'
import type { AppState } from '../../core/contract/app/app-state'
import { peerLink } from '../../core/rpc/peer-link'
import { follow } from '../../core/streams/follow'
import { socketChannel } from '../../main/headless/serve-headless'
import { type HeadlessHost, socketAddress } from '../headless-host'
import { say } from '../say'

type Client<Contract extends HostContract | EngineView> = ContractRouterClient<Contract>

const longestMs = 120_000

export class WindowClient {
  private waiting: (() => void)[] = []
  private current: AppState | undefined
  private isGone = false

  private constructor(
    readonly host: Client<HostContract>,
    private readonly url: URL,
  ) {}

  static async open({ url }: HeadlessHost): Promise<WindowClient> {
    const window = new WindowClient(await connect<HostContract>(url, '/host'), url)
    const end = () => {
      window.isGone = true
      window.wake()
    }
    void window.followState().then(end, end)
    return window
  }

  engine(): Promise<Client<EngineView>> {
    return connect<EngineView>(this.url, '/engine')
  }

  async until(what: string, holds: (state: AppState) => boolean): Promise<AppState> {
    const lateAt = performance.now() + longestMs
    for (;;) {
      if (this.isGone) throw new Error(`The host was gone before ${what}`)
      if (this.current && holds(this.current)) return this.current
      const left = lateAt - performance.now()
      if (left <= 0) throw new Error(`Waited ${longestMs / 1000} s until ${what}: ${JSON.stringify(this.current)}`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        this.waiting.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
  }

  async ready(): Promise<{ readonly state: AppState; readonly enginePid: number }> {
    const state = await this.until('the model was ready', ({ model, engine }) => model.status === 'ready' && engine.status === 'ready')
    if (state.engine.status !== 'ready') throw new Error('Expected an engine that is ready')
    return { state, enginePid: state.engine.info.pid }
  }

  private async followState(): Promise<void> {
    for await (const state of follow(this.host, this.host.followState, {})) {
      this.current = state
      this.wake()
    }
  }

  private wake(): void {
    for (const wake of this.waiting.splice(0)) wake()
  }
}

async function connect<Contract extends HostContract | EngineView>(url: URL, path: '/host' | '/engine'): Promise<Client<Contract>> {
  const socket = new WebSocket(socketAddress(url, path), { origin: url.origin })
  // The `close` event follows and reports the end.
  socket.on('error', () => {})
  const closed = once(socket, 'close').then(() => Promise.reject(new Error(`The connection to ${path} was closed`)))
  closed.catch(() => {})
  await Promise.race([once(socket, 'open'), closed])
  const link = peerLink(socketChannel(socket), (error) => say(`A malformed message: ${error}`))
  // Without `closed`, requests on a closed connection would wait forever.
  return createORPCClient({ call: (...request: Parameters<typeof link.call>) => Promise.race([link.call(...request), closed]) })
}
