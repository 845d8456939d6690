/** A proxy that gives servers on this machine other names, so that they count as servers on another machine. */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEveryTest } from '../../testing/endings'
import type { FindProxy } from '../network/proxy'

export interface MadeProxyOptions {
  /** Where all requests go. Without it, the port that the request names. */
  readonly port?: number
  /** Such as `403 Forbidden`. */
  readonly refusal?: string
}

export class MadeProxy {
  /** The head of each CONNECT request. */
  readonly asked: string[] = []
  readonly findProxy: FindProxy = async () => this.url
  private readonly sockets = new Set<Socket>()
  private constructor(private readonly server: Server) {}

  static async start({ port, refusal }: MadeProxyOptions = {}): Promise<MadeProxy> {
    const server = createServer((socket) => {
      made.sockets.add(socket)
      socket.once('data', (head) => {
        made.asked.push(String(head))
        if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal}\r\ncontent-length: 0\r\n\r\n`)
        const named = Number(/^CONNECT [^ ]*:(\d+) /.exec(String(head))?.[1])
        const target = connect(port ?? named, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connected\r\n\r\n'))
        made.sockets.add(target)
        target.on('error', () => socket.destroy())
        target.on('close', () => socket.destroy())
        socket.on('close', () => target.destroy())
        socket.pipe(target).pipe(socket)
      })
      socket.on('error', () => {})
    })
    const made = new MadeProxy(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    open.add(made)
    return made
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${(this.server.address() as { port: number }).port}/`)
  }

  /** The address of a server on this machine, under a name that only the proxy can resolve. */
  nameFor(url: string | URL): URL {
    const named = new URL(url)
    named.hostname = 'lab.example'
    return named
  }

  async stop(): Promise<void> {
    if (!open.delete(this)) return
    for (const socket of this.sockets) socket.destroy()
    const closed = once(this.server, 'close')
    this.server.close()
    await closed
  }
}

const open = new Set<MadeProxy>()
afterEveryTest(async () => {
  for (const proxy of open) await proxy.stop()
})
