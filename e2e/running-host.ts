import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

export interface SavedFile {
  readonly name: string
  readonly path: string
}

/** Headroom on one of its hosts. After a stop or kill, create a new one on the same folder. */
export interface RunningHost {
  readonly page: Page
  readonly log: string
  start(args: readonly string[]): Promise<void>
  /** Opens the window again, without what the page kept in the browser. The log starts again too. */
  renewPage(): Promise<void>
  /** Ends it as a user does. */
  stop(): Promise<void>
  /** SIGKILL to all its processes at once. */
  kill(): void
  /** SIGKILL to the main process or headless host only. */
  killAlone(): void
  enginePid(): Promise<number>
  /** Presses a shortcut in the notation of `core/shortcuts`, `Mod+Shift+S`, on the page or the application menu. */
  press(shortcut: string): Promise<void>
  /** Performs an action that saves a file; returns its path and suggested name. */
  download(act: () => Promise<void>): Promise<SavedFile>
}

/** The repository, which is the app. */
export const root = fileURLToPath(new URL('..', import.meta.url))
