/** The parent process: Node (fork) or Electron (utility process). */
import type { LabMessage, LabQuestion } from '../core/lab/lab-process'

export interface Parent {
  readonly send: (message: LabMessage) => void
  readonly onQuestion: (listener: (question: LabQuestion) => void) => void
}

interface ElectronParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  postMessage(message: unknown): void
}

/** Throws if there is no parent. */
export function parentOf(started: NodeJS.Process): Parent {
  const { parentPort } = started as unknown as { parentPort?: ElectronParentPort }
  if (parentPort)
    return {
      send: (message) => parentPort.postMessage(message),
      onQuestion: (listener) => parentPort.on('message', ({ data }) => listener(data as LabQuestion)),
    }
  if (!started.send) throw new Error('Expected to be started by Electron or by child_process.fork')
  return {
    send: (message) => void started.send?.(message),
    onQuestion: (listener) => started.on('message', (question) => listener(question as LabQuestion)),
  }
}
