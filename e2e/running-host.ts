import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

export interface SavedFile {
  readonly name: string
  readonly path: string
}

/** After a stop or kill, create a new host on the same folder. */
export interface RunningHost {
  readonly page: Page
  readonly log: string
  start(args: readonly string[]): Promise<void>
  /** Opens the window again without the page's browser storage. */
  renewPage(): Promise<void>
  stop(): Promise<void>
  /** Sends SIGKILL to all its processes. */
  kill(): void
  /** Sends SIGKILL to the main process or headless host only. */
  killAlone(): void
  enginePid(): Promise<number>
  /** `shortcut` is written as in `core/shortcuts`, for example `Mod+Shift+S`. */
  press(shortcut: string): Promise<void>
  /** `act` saves a file. */
  download(act: () => Promise<void>): Promise<SavedFile>
}

export const root = fileURLToPath(new URL('..', import.meta.url))
