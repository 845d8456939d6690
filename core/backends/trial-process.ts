import type { Backend } from '../contract/models/backend-kinds'
import type { BackendTrial } from '../contract/models/backends'

export interface TrialTask {
  readonly backend: Backend
  readonly folder: string
  /** Folder with the library for older drivers, which is tried if the one in `folder` does not load. */
  readonly fallbackFolder: string | null
  /** A small model, with which the trial generates tokens on a GPU. */
  readonly modelPath: string
}

type Without<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never
/** The parent process reports crashes and timeouts. */
export type TrialFinding = Without<BackendTrial, 'backend' | 'tookMs'>
