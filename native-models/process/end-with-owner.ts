/**
 * Ends this process when its owner is killed, crashes or closes the channel. The channel isn't enough: a busy thread never gets
 * `disconnect`, and Node's exit waits for the pool's thread, which may be computing a batch for minutes. So a second thread watches the
 * owner and ends the process by SIGKILL.
 */
import { Worker } from 'node:worker_threads'

const lookEveryMs = 250

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

/** Call it first, before priority changes and drivers that may hang. */
export function endWithOwner(): void {
  // The owner may already be gone.
  if (process.connected === false) end()
  process.on('disconnect', end)
  // Sending to a killed owner fails before `disconnect`. Without a listener, the error would be thrown.
  process.on('error', end)
  // `ppid` is read here, because the owner may be gone when the second thread starts.
  new Worker(watch, { eval: true, workerData: process.ppid }).unref()
}
