/** Electron's utilityProcess passes MessagePorts. With child_process.fork, virtual ports share the IPC channel. */
import { type PortFrame, type PortLike, type PortRole, VirtualPort } from '../../core/streams/virtual-port'

interface ElectronParentPort {
  on(event: 'message', listener: (event: { data: unknown; ports: (PortLike & { start(): void })[] }) => void): void
  postMessage(message: unknown): void
}

/** Tells the parent that this process is listening. Throws without a parent. */
export function acceptPorts(accept: (port: PortLike, role: PortRole) => void): void {
  // Ctrl+C, a closed terminal and `systemctl stop` reach the whole process group, but the owner must be able to save the caches first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  const { parentPort } = process as unknown as { parentPort?: ElectronParentPort }
  if (parentPort) {
    parentPort.on('message', ({ data, ports: [port] }) => {
      if (!port || !isOpening(data)) return
      accept(port, data.open)
      port.start()
    })
    parentPort.postMessage({ ready: true })
    return
  }
  if (!process.send) throw new Error('Expected to be started by Electron or by child_process.fork')
  acceptVirtualPorts(accept)
  process.send({ ready: true })
}

const isOpening = (data: unknown): data is { open: PortRole } =>
  typeof data === 'object' && data !== null && 'open' in data && (data.open === 'control' || data.open === 'view')

function acceptVirtualPorts(accept: (port: PortLike, role: PortRole) => void): void {
  const ports = new Map<number, VirtualPort>()
  let unsent: PortFrame[] = []
  /** What all turns report after a step is one message, because each write to the channel wakes the other process. */
  const send = (frame: PortFrame) => {
    if (unsent.push(frame) > 1) return
    setImmediate(() => {
      const frames = unsent
      unsent = []
      process.send?.(frames)
    })
  }
  process.on('message', (frame: PortFrame) => {
    if ('open' in frame) {
      const port = new VirtualPort((data) => send({ port: frame.port, data }))
      ports.set(frame.port, port)
      accept(port, frame.open)
    } else if ('close' in frame) {
      ports.get(frame.port)?.closed()
      ports.delete(frame.port)
    } else ports.get(frame.port)?.received(frame.data)
  })
}
