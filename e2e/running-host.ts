import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

export interface SavedFile {
  readonly name: string
  readonly path: string
}

/** Headroom under one of its hosts. A stopped or killed one is not started again: make a new one on the same folder. */
export interface RunningHost {
  readonly page: Page
  readonly log: string
  start(args: readonly string[]): Promise<void>
  /** Ends it as a user does. */
  stop(): Promise<void>
  /** SIGKILL to every process of it, at once. */
  kill(): void
  /** SIGKILL to the main process, or the headless host, and to no process that it started. */
  killAlone(): void
  enginePid(): Promise<number>
  /** A shortcut as `core/shortcuts` writes it, `Mod+Shift+S`, for whoever has the shortcuts here: the page, or the application's menu. */
  press(shortcut: string): Promise<void>
  /** Does what makes a file be saved, and says where it is and what it was to be called. */
  download(act: () => Promise<void>): Promise<SavedFile>
}

/** The repository, which is the app. */
export const root = fileURLToPath(new URL('..', import.meta.url))
