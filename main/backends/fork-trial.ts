import { fork } from 'node:child_process'
import { childEnvironment } from '../supervisor/child-environment'
import { LastWords } from '../supervisor/engine-process'
import type { StartTrial } from './run-trial'

export const forkTrial =
  (entry: string): StartTrial =>
  (task) => {
    const child = fork(entry, [JSON.stringify(task)], { env: childEnvironment(), stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] })
    const words = new LastWords()
    child.stderr?.on('data', (chunk) => words.add(chunk))
    child.stdout?.resume()
    return {
      onFinding: (listener) => void child.once('message', listener),
      onExit: (listener) => {
        child.once('exit', (code, signal) => listener({ code, signal }))
        child.once('error', (error) => {
          words.add(error.message)
          listener({ code: null, signal: null })
        })
      },
      lastWords: () => words.toString(),
      kill: () => void child.kill('SIGKILL'),
    }
  }
