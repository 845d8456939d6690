import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

export interface SavedFile {
  readonly name: string
  readonly path: string
}

/** After `stop` or a kill, create a new host on the same folder. */
export interface RunningHost {
  readonly page: Page
  readonly log: string
  start(args: readonly string[]): Promise<void>
  /** Reopens the window without the page's browser storage. */
  renewPage(): Promise<void>
  stop(): Promise<void>
  /** Sends SIGKILL to all processes of the app. */
  kill(): void
  /** Sends SIGKILL only to the main process or the headless host. */
  killAlone(): void
  enginePid(): Promise<number>
  /** All objects of the main process or the headless host as text, after a garbage collection. `folder` is for files. See ./memory-search.ts. */
  heap(folder: string): Promise<string>
  /** Answers the next prompt that asks whether MCP servers may be started. The returned function returns its text. */
  allowServers(isAllowed: boolean): Promise<() => Promise<string>>
  /** `shortcut` as in `core/shortcuts`, such as `Mod+Shift+S`. */
  press(shortcut: string): Promise<void>
  /** `act` makes the app save a file. */
  download(act: () => Promise<void>): Promise<SavedFile>
}

export const root = fileURLToPath(new URL('..', import.meta.url))
