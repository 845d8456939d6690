import { fork } from 'node:child_process'
import { childEnvironment } from '../supervisor/child-environment'
import { LastOutput } from '../supervisor/engine-process'
import { processEndOf } from '../supervisor/process-end'
import type { StartLab } from './lab-process'

export const forkLab =
  (entry: string): StartLab =>
  () => {
    const child = fork(entry, [], { env: childEnvironment(), stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] })
    const output = new LastOutput()
    child.stderr?.on('data', (chunk) => output.add(chunk))
    child.stdout?.resume()
    return {
      send: (question) => void (child.connected && child.send(question as object)),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => {
        child.once('exit', (code, signal) => listener(processEndOf({ code, signal }, String(output))))
        child.on('error', (error) => listener({ kind: 'error', quoted: error.message }))
      },
      kill: () => void child.kill('SIGKILL'),
    }
  }
