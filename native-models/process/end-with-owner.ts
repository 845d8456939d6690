/**
 * Ends this process when its owner ends. A busy thread gets no `disconnect` event, and Node's exit waits for libuv's thread pool, where a
 * batch may take minutes. So a second thread watches the owner and kills the process.
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

/** Call it first, before code that may hang, such as drivers. */
export function endWithOwner(): void {
  if (process.connected === false) end()
  process.on('disconnect', end)
  // Sending to a killed owner fails before `disconnect`, and the error is thrown if it has no listener.
  process.on('error', end)
  // The owner may be gone when the second thread starts, so `ppid` is read here.
  new Worker(watch, { eval: true, workerData: process.ppid }).unref()
}
