import { utilityProcess } from 'electron'
import type { StartTrial } from '../backends/run-trial'
import { childEnvironment } from '../supervisor/child-environment'
import { LastOutput } from '../supervisor/engine-process'

export const startUtilityTrial =
  (entry: string): StartTrial =>
  (task) => {
    const child = utilityProcess.fork(entry, [JSON.stringify(task)], {
      serviceName: 'Headroom graphics probe',
      env: childEnvironment(),
      stdio: 'pipe',
    })
    const output = new LastOutput()
    child.stderr?.on('data', (chunk) => output.add(chunk))
    child.stdout?.resume()
    return {
      onFinding: (listener) => void child.once('message', listener),
      onExit: (listener) => void child.once('exit', (code) => listener({ code, signal: null })),
      lastOutput: () => output.toString(),
      kill: () => void child.kill(),
    }
  }
