/**
 * Entry of the Lab's process: answers one question after the other until whoever started it ends it. It works on one core without
 * a pause, so it must not share a process with anything that answers a person; and where cores are scarce the chat goes first.
 */
import { constants, setPriority } from 'node:os'
import { failureOf } from '../../core/contract/errors/coded-error'
import type { LabQuestion } from '../../core/lab/lab-process'
import { endWithOwner } from '../process/end-with-owner'
import { Desk } from './desk'
import { parentOf } from './parent'

endWithOwner()
// No other account of this machine may read what this process writes.
process.umask(0o077)
try {
  setPriority(constants.priority.PRIORITY_LOW)
} catch (error) {
  // Some systems forbid it; then it is only less polite.
  console.warn('[lab]', error)
}

const { send, onQuestion } = parentOf(process)
const desk = new Desk()
let before = Promise.resolve()
onQuestion((question) => {
  before = before.then(() => answer(question))
})
send({ type: 'ready' })

async function answer(asked: LabQuestion): Promise<void> {
  const { id } = asked
  try {
    send({ type: 'answer', id, answer: await desk.answer(asked, (share, what) => send({ type: 'progress', id, share, what })) })
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    send({ type: 'failure', id, failure })
  }
}
