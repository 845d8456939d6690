import { fork } from 'node:child_process'
import type { TrialFinding, TrialTask } from '../../core/backends/trial-process'
import { childEnvironment } from '../supervisor/child-environment'
import { LastOutput } from '../supervisor/engine-process'
import type { StartTrial } from './run-trial'

export const forkTrial =
  <Task = TrialTask, Finding = TrialFinding>(entry: string): StartTrial<Task, Finding> =>
  (task) => {
    const child = fork(entry, [JSON.stringify(task)], { env: childEnvironment(), stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] })
    const output = new LastOutput()
    child.stderr?.on('data', (chunk) => output.add(chunk))
    child.stdout?.resume()
    return {
      onFinding: (listener) => void child.once('message', listener),
      onExit: (listener) => {
        child.once('exit', (code, signal) => listener({ code, signal }))
        child.once('error', (error) => {
          output.add(error.message)
          listener({ code: null, signal: null })
        })
      },
      lastOutput: () => output.toString(),
      kill: () => void child.kill('SIGKILL'),
    }
  }
