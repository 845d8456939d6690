/**
 * Ends this process when the process that started it is gone, whether that one was killed, crashed or closed the channel.
 *
 * The channel alone is not enough: a thread that computes without a pause never hears `disconnect`. And Node's own exit waits for the
 * pool's thread, which may be in a batch of minutes. So a second thread watches the owner, and the process ends by SIGKILL.
 */
import { Worker } from 'node:worker_threads'

/** At most this long, and the time that the system takes, a process outlives its owner. */
const lookEveryMs = 250

/** Runs in the second thread. An orphan gets another parent; on Windows it keeps the number of the one that is gone. */
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

/** Call it first: a priority that is lowered later, or a driver that hangs, leaves the second thread as it is. */
export function endWithOwner(): void {
  // It may be gone before anybody listened.
  if (process.connected === false) end()
  process.on('disconnect', end)
  // A message to an owner that was killed just now fails before `disconnect`. Unheard, it is an exception, and Node exits.
  process.on('error', end)
  // The owner's number is read here: when the second thread begins, the owner may be gone already.
  new Worker(watch, { eval: true, workerData: process.ppid }).unref()
}
