/** Nothing can interrupt the rendering of a chat template, so a second thread kills the process after the deadline. */
import { Worker } from 'node:worker_threads'

const longestRenderMs = 5000

/** Runs in the second thread. `begun` counts starts and ends, so it is odd while a template runs. */
const watch = `
const { workerData: { begun, limitMs } } = require('node:worker_threads')
const { writeSync } = require('node:fs')
for (;;) {
  const seen = Atomics.load(begun, 0)
  if (Atomics.wait(begun, 0, seen, seen % 2 === 1 ? limitMs : Infinity) !== 'timed-out') continue
  try {
    writeSync(2, '\\nchat template timeout: ' + limitMs / 1000 + ' s\\n')
  } catch {}
  process.kill(process.pid, 'SIGKILL')
}
`

let begun: Int32Array | undefined

export function withinDeadline<T>(render: () => T): T {
  begun ??= startWatch()
  Atomics.add(begun, 0, 1)
  Atomics.notify(begun, 0)
  try {
    return render()
  } finally {
    Atomics.add(begun, 0, 1)
    Atomics.notify(begun, 0)
  }
}

function startWatch(): Int32Array {
  const shared = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  new Worker(watch, { eval: true, workerData: { begun: shared, limitMs: longestRenderMs } }).unref()
  return shared
}
