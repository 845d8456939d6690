/**
 * Ends this process when its owner, the process that started it, is killed, crashes or closes the channel.
 * The channel alone isn't enough: a busy thread never hears `disconnect`, and Node's exit waits for the pool's thread, which may be in a
 * batch of minutes. So a second thread watches the owner and ends the process by SIGKILL.
 */
import { Worker } from 'node:worker_threads'

/** A process outlives its owner by at most this long, plus the time the system takes. */
const lookEveryMs = 250

/** Runs in the second thread. An orphan gets another parent; on Windows it keeps the old parent's id. */
const watch = `
const { workerData: owner } = require('node:worker_threads')
const isGone = () => {
  if (process.ppid !== owner) return true
  if (process.platform !== 'win32') return false
  try {
    return !process.kill(owner, 0)
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
setInterval(() => isGone() && process.kill(process.pid, 'SIGKILL'), ${lookEveryMs})
`

const end = (): void => void process.kill(process.pid, 'SIGKILL')

/** Call it first: later priority changes and hanging drivers then don't affect the second thread. */
export function endWithOwner(): void {
  // The owner may have gone before this process listened.
  if (process.connected === false) end()
  process.on('disconnect', end)
  // Sending to a just-killed owner fails before `disconnect`. Without a listener the error would be thrown.
  process.on('error', end)
  // Read the owner's id here: the owner may be gone when the second thread starts.
  new Worker(watch, { eval: true, workerData: process.ppid }).unref()
}
