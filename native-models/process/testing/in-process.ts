import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { PortLike, PortRole } from '../../../core/streams/virtual-port'
import type { EngineBackend } from '../backend'
import { Turns } from '../running-turns'
import { servePort } from '../serve-port'

export interface InProcessEngine {
  readonly pid: number
  connect(role: PortRole): PortLike & { close(): void }
  onExit(listener: (exit: { code: number | null; signal: string | null }) => void): void
  lastOutput(): string
  kill(): void
  die(signal: string, lastOutput?: string): void
}

let pids = 1_000_000

export function inProcessEngine(backend: EngineBackend): InProcessEngine {
  const turns = new Turns(backend)
  const ports: MessagePort[] = []
  const listeners: ((exit: { code: number | null; signal: string | null }) => void)[] = []
  let output = ''
  let alive = true
  const end = (signal: string) => {
    if (!alive) return
    alive = false
    for (const port of ports) port.close()
    for (const listener of listeners) listener({ code: null, signal })
  }
  return {
    pid: ++pids,
    connect: (role) => {
      const { port1, port2 } = new MessageChannel()
      servePort(port1 as unknown as PortLike, role, backend, turns)
      ports.push(port1, port2)
      // oRPC uses addEventListener, which needs start().
      port1.start()
      port2.start()
      return port2 as unknown as PortLike & { close(): void }
    },
    onExit: (listener) => void listeners.push(listener),
    lastOutput: () => output,
    kill: () => end('SIGKILL'),
    die: (signal, lastOutput = '') => {
      output = lastOutput
      end(signal)
    },
  }
}
