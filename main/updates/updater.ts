import type { UpdateObstacle } from '../../core/contract/app/updates'

export interface FoundUpdate {
  readonly version: string
  /** null: the source does not say. */
  readonly sizeBytes: number | null
}

export interface Progress {
  readonly receivedBytes: number
  readonly totalBytes: number
}

/** Throws coded errors; the running app stays as it is. */
export interface Updater {
  /** Shown to the user; null without one. */
  readonly source: string | null
  readonly obstacle: UpdateObstacle | null
  /** null: none is newer. Throws `update-look-failed`, `update-not-genuine`. */
  look(): Promise<FoundUpdate | null>
  /** What `look` found. Throws `update-fetch-failed`, `update-damaged`. */
  fetch(onProgress: (progress: Progress) => void): Promise<void>
  /** Starts to close the app. Throws `update-damaged`, `update-does-not-start`, `update-install-failed`. */
  install(): Promise<void>
}

export const noUpdater: Updater = {
  source: null,
  obstacle: 'other-host',
  look: () => Promise.resolve(null),
  fetch: () => Promise.resolve(),
  install: () => Promise.resolve(),
}
