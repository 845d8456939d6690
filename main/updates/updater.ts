import type { UpdateObstacle } from '../../core/contract/app/updates'

export interface FoundUpdate {
  readonly version: string
  readonly sizeBytes: number | null
}

export interface Progress {
  readonly receivedBytes: number
  readonly totalBytes: number
}

export interface Updater {
  readonly source: string | null
  readonly obstacle: UpdateObstacle | null
  /** Returns null if no version is newer. Throws `update-look-failed`, `update-not-genuine`. */
  look(): Promise<FoundUpdate | null>
  /** Downloads the update that `look` found. Throws `update-fetch-failed`, `update-damaged`. */
  fetch(onProgress: (progress: Progress) => void): Promise<void>
  /**
   * Installs the downloaded update, and starts to close the app. Throws `update-damaged`, `update-does-not-start`, `update-install-failed`.
   */
  install(): Promise<void>
}

export const noUpdater: Updater = {
  source: null,
  obstacle: 'other-host',
  look: () => Promise.resolve(null),
  fetch: () => Promise.resolve(),
  install: () => Promise.resolve(),
}
