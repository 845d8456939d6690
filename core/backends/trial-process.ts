/** The task of a trial process and its only message. */

import type { Backend } from '../contract/models/backend-kinds'
import type { BackendTrial } from '../contract/models/backends'

export interface TrialTask {
  readonly backend: Backend
  /** Folder of llama-addon.node. */
  readonly folder: string
  /** Folder of the backend's library for older drivers, tried if the one in `folder` does not load; null: not installed. */
  readonly fallbackFolder: string | null
}

type Without<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never
/** A crash and a timeout are reported by the parent process. */
export type TrialFinding = Without<BackendTrial, 'backend' | 'tookMs'>
