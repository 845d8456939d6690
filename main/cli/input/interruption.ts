/**
 * What ends a command from outside: Ctrl+C, a request of the system, or a reader of its output that has gone.
 *
 * The first asks: the command stops its engine and prints what it has. The second does not wait.
 */
import os from 'node:os'

type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGBREAK'
/** SIGHUP: the terminal, on Windows the console's window, was closed. SIGBREAK: Ctrl+Break on Windows. */
const stopSignals: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP', ...(process.platform === 'win32' ? ['SIGBREAK' as const] : [])]

/** The reason of an aborted command. `by` SIGPIPE: nobody reads the output any more. */
export class Interrupted extends Error {
  constructor(readonly by: StopSignal | 'SIGPIPE') {
    super(`interrupted by ${by}`)
  }
  /** What a shell reports for a program that this signal ended. Windows knows no SIGPIPE. */
  get exitCode(): number {
    return 128 + (os.constants.signals[this.by] ?? 13)
  }
}

/** A terminal's Ctrl+C reaches the program itself, and once more through the npm script that started it. */
const sameRequestMs = 300

/** Aborted by the first request, with an Interrupted. */
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
  // Progress that nobody reads ends nothing.
  process.stderr.on('error', () => {})
  return stop.signal
}

/** Whether it ends because nobody reads what it writes: there is nobody to tell. */
export const isOutputClosed = ({ reason }: AbortSignal): boolean => reason instanceof Interrupted && reason.by === 'SIGPIPE'

/** What `work` comes to, unless the command is interrupted before. Throws Interrupted. */
export function untilInterrupted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
