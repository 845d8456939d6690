import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

export interface SavedFile {
  readonly name: string
  readonly path: string
}

/** After the host was stopped or killed, create a new host on the same folder. */
export interface RunningHost {
  readonly page: Page
  readonly log: string
  start(args: readonly string[]): Promise<void>
  /** Reopens the window without the page's browser storage. */
  renewPage(): Promise<void>
  stop(): Promise<void>
  /** Sends SIGKILL to all processes of the app. */
  kill(): void
  /** Sends SIGKILL to the main process or headless host only. */
  killAlone(): void
  enginePid(): Promise<number>
  /** `shortcut` has the format of `core/shortcuts`, such as `Mod+Shift+S`. */
  press(shortcut: string): Promise<void>
  /** `act` performs the action that saves a file. */
  download(act: () => Promise<void>): Promise<SavedFile>
}

export const root = fileURLToPath(new URL('..', import.meta.url))
