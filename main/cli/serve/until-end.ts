/** Until Ctrl+C, or until the process that started this one ends it. */
export function untilEnd(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
    // On Windows, the parent process closes the IPC channel to request a stop.
    process.once('disconnect', resolve)
  })
}
