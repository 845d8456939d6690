import { utilityProcess } from 'electron'
import type { TrialFinding, TrialTask } from '../../../core/backends/trial-process'
import type { StartTrial } from '../../backends/run-trial'
import { childEnvironment } from '../../supervisor/child-environment'
import { LastOutput } from '../../supervisor/engine-process'

export const startUtilityTrial =
  <Task = TrialTask, Finding = TrialFinding>(entry: string, serviceName = 'Headroom graphics probe'): StartTrial<Task, Finding> =>
  (task) => {
    const child = utilityProcess.fork(entry, [JSON.stringify(task)], {
      serviceName,
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
