/** Errors that nobody caught go to the host's list of events, where a bug report finds them. */
import { appStore } from '../client/app-store'

/** A loop of errors is told once and a few times, not for ever. */
const mostReports = 20

/** Chromium's word for an observer that changed a size once more: it is called again with the next frame, and nothing is wrong. */
const isNoError = (message: string): boolean => message.startsWith('ResizeObserver loop')

export function reportWindowErrors(): void {
  let reports = 0
  const report = (error: unknown, place: string) => {
    if (++reports > mostReports) return
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
    void appStore
      .getState()
      .host?.events.windowError({ name: name.slice(0, 100), message: message.slice(0, 1000), place: place.slice(0, 300) })
      .catch(() => {})
  }
  window.addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    if (!isNoError(message)) report(error ?? message, filename ? `${filename.split('/').at(-1)?.split('?')[0]}:${lineno}:${colno}` : '')
  })
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason, 'in a promise'))
}
