/** The Lab's process as a child of plain Node. */
import { fork } from 'node:child_process'
import { LastWords } from '../supervisor/engine-process'
import { endWords } from './end-words'
import type { StartLab } from './lab-process'

/** `entry`: the Lab's bundle. */
export const forkLab =
  (entry: string): StartLab =>
  () => {
    const child = fork(entry, [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] })
    const words = new LastWords()
    child.stderr?.on('data', (chunk) => words.add(chunk))
    child.stdout?.resume()
    return {
      send: (question) => void (child.connected && child.send(question as object)),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => {
        child.once('exit', (code, signal) => listener(endWords(signal ?? code, String(words))))
        child.once('error', (error) => listener(error.message))
      },
      kill: () => void child.kill('SIGKILL'),
    }
  }
