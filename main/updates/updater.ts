/** What the update service needs of whoever looks for newer versions and installs them. */
import type { UpdateObstacle } from '../../core/contract/app/updates'

export interface FoundUpdate {
  readonly version: string
  /** null where the source does not say. */
  readonly sizeBytes: number | null
}

export interface Progress {
  readonly receivedBytes: number
  readonly totalBytes: number
}

/** Every step throws a coded error; after any of them the app that is running is as it was. */
export interface Updater {
  /** Where newer versions are looked for, as an address to be shown. */
  readonly source: string | null
  /** Why what is found cannot be installed from here. */
  readonly obstacle: UpdateObstacle | null
  /** The newest version if it is newer than this one. Throws `update-look-failed`, and `update-not-genuine` where its signature is not right. */
  look(): Promise<FoundUpdate | null>
  /** What `look` found, checked against what was published. Throws `update-fetch-failed`, `update-damaged`. */
  fetch(onProgress: (progress: Progress) => void): Promise<void>
  /**
   * Puts it in this one's place and begins to end the app. Throws `update-damaged` where the file is another by now, `update-does-not-start`,
   * `update-install-failed`.
   */
  install(): Promise<void>
}

/** Of a host that is no desktop app. */
export const noUpdater: Updater = {
  source: null,
  obstacle: 'other-host',
  look: () => Promise.resolve(null),
  fetch: () => Promise.resolve(),
  install: () => Promise.resolve(),
}
