import { fork } from 'node:child_process'
import { childEnvironment } from '../supervisor/child-environment'
import { LastWords } from '../supervisor/engine-process'
import { endWords } from './end-words'
import type { StartLab } from './lab-process'

export const forkLab =
  (entry: string): StartLab =>
  () => {
    const child = fork(entry, [], { env: childEnvironment(), stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] })
    const words = new LastWords()
    child.stderr?.on('data', (chunk) => words.add(chunk))
    child.stdout?.resume()
    return {
      send: (question) => void (child.connected && child.send(question as object)),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => {
        child.once('exit', (code, signal) => listener(endWords(signal ?? code, String(words))))
        child.on('error', (error) => listener(error.message))
      },
      kill: () => void child.kill('SIGKILL'),
    }
  }
