/** Runs the Lab as Electron's utility process. */
import { utilityProcess } from 'electron'
import { endWords } from '../lab/end-words'
import type { StartLab } from '../lab/lab-process'
import { childEnvironment } from '../supervisor/child-environment'
import { LastWords } from '../supervisor/engine-process'

export const startUtilityLab =
  (entry: string): StartLab =>
  () => {
    const child = utilityProcess.fork(entry, [], { serviceName: 'Headroom Lab', env: childEnvironment(), stdio: 'pipe' })
    const words = new LastWords()
    child.stderr?.on('data', (chunk) => words.add(chunk))
    child.stdout?.resume()
    return {
      send: (question) => child.postMessage(question),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.once('exit', (code) => listener(endWords(code, String(words)))),
      kill: () => void child.kill(),
    }
  }
