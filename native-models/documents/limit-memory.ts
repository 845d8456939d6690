/** Memory outside V8's heap has no limit of its own, so a second thread watches it and kills the process. */
import { Worker } from 'node:worker_threads'

const lookEveryMs = 50

const watch = `
const { workerData: most } = require('node:worker_threads')
setInterval(() => process.memoryUsage.rss() > most && process.kill(process.pid, 'SIGKILL'), ${lookEveryMs})
`

export const limitMemory = (bytes: number): void => new Worker(watch, { eval: true, workerData: bytes }).unref()
