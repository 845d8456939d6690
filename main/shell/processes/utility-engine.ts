import { MessageChannelMain, type MessagePortMain, utilityProcess } from 'electron'
import type { PortLike } from '../../../core/streams/virtual-port'
import { childEnvironment } from '../../supervisor/child-environment'
import { type EngineProcess, engineArguments, LastOutput } from '../../supervisor/engine-process'

export interface UtilityEngine extends EngineProcess {
  windowPort(): MessagePortMain
}

export const startUtilityEngine = (entry: string) => (): Promise<UtilityEngine> =>
  new Promise((resolve, reject) => {
    const child = utilityProcess.fork(entry, [], {
      serviceName: 'Headroom engine',
      execArgv: [...engineArguments],
      stdio: 'pipe',
      // See ../../supervisor/fork-engine.ts.
      env: { ...childEnvironment(), UV_THREADPOOL_SIZE: '1' },
    })
    const output = new LastOutput()
    child.stderr?.on('data', (chunk) => output.add(chunk))
    child.stdout?.resume()
    const open = (role: 'control' | 'view'): MessagePortMain => {
      const { port1, port2 } = new MessageChannelMain()
      child.postMessage({ open: role }, [port1])
      return port2
    }
    const engine: UtilityEngine = {
      get pid() {
        return child.pid
      },
      connect: (role) => {
        const port = open(role)
        port.start()
        return port as unknown as PortLike & { close(): void }
      },
      windowPort: () => open('view'),
      onExit: (listener) => void child.once('exit', (code) => listener({ code, signal: null })),
      lastOutput: () => output.toString(),
      kill: () => endNow(child.pid),
    }
    child.once('message', () => resolve(engine))
    child.once('exit', (code) => reject(new Error(`the engine process ended before it was ready (${code}): ${output}`)))
  })

/** Electron's `kill()` sends SIGTERM, which engines ignore (see ../../native-models/process/ports.ts), and waits two seconds. */
function endNow(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
