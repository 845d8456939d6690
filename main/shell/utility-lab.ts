/** Runs the Lab as Electron's utility process. */
import { utilityProcess } from 'electron'
import { describeEnd } from '../lab/describe-end'
import type { StartLab } from '../lab/lab-process'
import { childEnvironment } from '../supervisor/child-environment'
import { LastOutput } from '../supervisor/engine-process'

export const startUtilityLab =
  (entry: string): StartLab =>
  () => {
    const child = utilityProcess.fork(entry, [], { serviceName: 'Headroom Lab', env: childEnvironment(), stdio: 'pipe' })
    const output = new LastOutput()
    child.stderr?.on('data', (chunk) => output.add(chunk))
    child.stdout?.resume()
    return {
      send: (question) => child.postMessage(question),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.once('exit', (code) => listener(describeEnd(code, String(output)))),
      kill: () => void child.kill(),
    }
  }
