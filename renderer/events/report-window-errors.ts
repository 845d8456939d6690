/** Sends uncaught errors to the host's event list, which bug reports include. */
import { appStore } from '../client/app-store'

/** Keeps an endless series of errors from flooding the list. */
const mostReports = 20

/** ResizeObserver runs again in the next frame, so its loop error is harmless. */
const isNoError = (message: string): boolean => message.startsWith('ResizeObserver loop')

export function reportWindowErrors(): void {
  let reports = 0
  const report = (error: unknown, location: string) => {
    if (++reports > mostReports) return
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
    void appStore
      .getState()
      .host?.events.windowError({ name: name.slice(0, 100), message: message.slice(0, 1000), location: location.slice(0, 300) })
      .catch(() => {})
  }
  window.addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    if (!isNoError(message)) report(error ?? message, filename ? `${filename.split('/').at(-1)?.split('?')[0]}:${lineno}:${colno}` : '')
  })
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason, 'in a promise'))
}
