/**
 * A limit on the time that the engine's thread spends in a chat template. A template is a program by whoever made the file, and nothing in this
 * thread can interrupt it: a second thread ends the process, and the supervisor says why.
 */
import { Worker } from 'node:worker_threads'

/** Real ones take some ms, also on a long conversation. */
const longestRenderMs = 5000

/** Runs in the second thread, asleep between two templates. `begun`: how many have begun and ended; odd while one runs. */
const watch = `
const { workerData: { begun, limitMs } } = require('node:worker_threads')
const { writeSync } = require('node:fs')
for (;;) {
  const seen = Atomics.load(begun, 0)
  if (Atomics.wait(begun, 0, seen, seen % 2 === 1 ? limitMs : Infinity) !== 'timed-out') continue
  try {
    writeSync(2, '\\nended because the chat template did not end within ' + limitMs / 1000 + ' s\\n')
  } catch {}
  process.kill(process.pid, 'SIGKILL')
}
`

let begun: Int32Array | undefined

/** Runs `render`, or ends this process where it takes too long. */
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
