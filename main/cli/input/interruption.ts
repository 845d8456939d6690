/** At the first signal, the command stops and prints its results so far. At the second, it exits at once. */
import os from 'node:os'

type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGBREAK'
/** SIGHUP: the terminal was closed. SIGBREAK: Ctrl+Break on Windows. */
const stopSignals: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP', ...(process.platform === 'win32' ? ['SIGBREAK' as const] : [])]

/** `by` is SIGPIPE if the reader of the output has closed the pipe. */
export class Interrupted extends Error {
  constructor(readonly by: StopSignal | 'SIGPIPE') {
    super(`interrupted by ${by}`)
  }
  /** Windows has no SIGPIPE (13). */
  get exitCode(): number {
    return 128 + (os.constants.signals[this.by] ?? 13)
  }
}

/** Both the terminal and npm may forward the same Ctrl+C. */
const sameRequestMs = 300

/** Aborts with an `Interrupted` error as its reason. */
export function listenForInterruption(): AbortSignal {
  const stop = new AbortController()
  let firstMs = 0
  for (const name of stopSignals)
    process.on(name, () => {
      if (!stop.signal.aborted) {
        firstMs = performance.now()
        stop.abort(new Interrupted(name))
      } else if (performance.now() - firstMs > sameRequestMs) process.exit(new Interrupted(name).exitCode)
    })
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') process.stderr.write(`The output cannot be written: ${message}.\n`)
    stop.abort(new Interrupted('SIGPIPE'))
  })
  process.stderr.on('error', () => {})
  return stop.signal
}

export const isOutputClosed = ({ reason }: AbortSignal): boolean => reason instanceof Interrupted && reason.by === 'SIGPIPE'

export function untilInterrupted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

/** Until Ctrl+C, or until the process that started this one ends it. */
export function untilEnd(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
    // On Windows, the parent process closes the IPC channel to request a stop.
    process.once('disconnect', resolve)
  })
}
