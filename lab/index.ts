/** The Lab's process keeps one core busy, at low priority because the chat comes first. */
import { constants, setPriority } from 'node:os'
import { failureOf } from '../core/contract/errors/coded-error'
import type { LabQuestion } from '../core/lab/lab-process'
import { SerialQueue } from '../core/streams/serial-queue'
import { endWithOwner } from '../native-models/process/end-with-owner'
import { LabWorker } from './lab-worker'
import { parentOf } from './parent'

endWithOwner()
process.umask(0o077)
try {
  setPriority(constants.priority.PRIORITY_LOW)
} catch (error) {
  // Some systems do not allow a process to change its priority.
  console.warn('[lab]', error)
}

const { send, onQuestion } = parentOf(process)
const worker = new LabWorker()
const queue = new SerialQueue()
onQuestion((question) => void queue.run(() => answer(question)))
send({ type: 'ready' })

async function answer(asked: LabQuestion): Promise<void> {
  const { id } = asked
  try {
    send({ type: 'answer', id, answer: await worker.answer(asked, (share, work) => send({ type: 'progress', id, share, work })) })
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    send({ type: 'failure', id, failure })
  }
}
