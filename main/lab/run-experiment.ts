/** Runs one experiment of the Lab in a process of its own. */
import { fork } from 'node:child_process'
import { CodedError, coded } from '../../core/contract/coded-error'
import type { ExperimentResult } from '../../core/lab/experiments/experiment'
import type { LabMessage, LabRequest } from '../../core/lab/experiments/lab-process'
import { LastWords } from '../supervisor/engine-process'

export interface ExperimentOptions {
  /** `share`: 0 to 1. */
  readonly onProgress: (share: number, what: string) => void
  /** Ends the process; the run then rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** `entry`: the Lab's bundle. Throws the coded errors of the Lab and of files; `engine-gone` where the process dies. */
export function runExperiment(entry: string, request: LabRequest, { onProgress, signal }: ExperimentOptions): Promise<ExperimentResult> {
  return new Promise((resolve, reject) => {
    const child = fork(entry, [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] })
    const words = new LastWords()
    child.stderr?.on('data', (chunk) => words.add(chunk))
    child.stdout?.resume()
    const abort = () => {
      child.kill('SIGKILL')
      reject(signal?.reason)
    }
    const settle = (end: () => void) => {
      signal?.removeEventListener('abort', abort)
      end()
      if (child.connected) child.disconnect()
    }
    signal?.addEventListener('abort', abort, { once: true })
    child.on('message', (message: LabMessage) => {
      if (message.type === 'ready') child.send(request)
      else if (message.type === 'progress') onProgress(message.share, message.what)
      else if (message.type === 'result') settle(() => resolve(message.result))
      else settle(() => reject(new CodedError(message.failure)))
    })
    child.once('error', (error) => settle(() => reject(coded('engine-start-failed', { reason: error.message }))))
    child.once('exit', (code, killedBy) =>
      settle(() => reject(coded('engine-gone', { reason: `the Lab's process ended (${killedBy ?? code}) ${words}`.trim() }))),
    )
    if (signal?.aborted) abort()
  })
}
