import { utilityProcess } from 'electron'
import type { StartLab } from '../../lab/lab-process'
import { childEnvironment } from '../../supervisor/child-environment'
import { LastOutput } from '../../supervisor/engine-process'
import { processEndOf } from '../../supervisor/process-end'

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
      onExit: (listener) => void child.once('exit', (code) => listener(processEndOf({ code, signal: null }, String(output)))),
      kill: () => void child.kill(),
    }
  }
