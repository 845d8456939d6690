import type { UpdateObstacle } from '../../core/contract/app/updates'

export interface FoundUpdate {
  readonly version: string
  /** null if the source does not say. */
  readonly sizeBytes: number | null
}

export interface Progress {
  readonly receivedBytes: number
  readonly totalBytes: number
}

/** Throws coded errors; the running app stays as it is. */
export interface Updater {
  /** Shown to the user; null if there is none. */
  readonly source: string | null
  readonly obstacle: UpdateObstacle | null
  /** null if no version is newer. Throws `update-look-failed`, and `update-not-genuine` if its signature is invalid. */
  look(): Promise<FoundUpdate | null>
  /** Fetches what `look` found. Throws `update-fetch-failed`, `update-damaged`. */
  fetch(onProgress: (progress: Progress) => void): Promise<void>
  /** Starts to close the app. Throws `update-damaged` if the file has changed, `update-does-not-start`, `update-install-failed`. */
  install(): Promise<void>
}

/** For hosts that are not the desktop app. */
export const noUpdater: Updater = {
  source: null,
  obstacle: 'other-host',
  look: () => Promise.resolve(null),
  fetch: () => Promise.resolve(),
  install: () => Promise.resolve(),
}
