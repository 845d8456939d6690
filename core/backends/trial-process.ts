/** What a process that tries a backend is given, and the one thing that it says. */

import type { Backend } from '../contract/models/backend-kinds'
import type { BackendTrial } from '../contract/models/backends'

export interface TrialTask {
  readonly backend: Backend
  /** Where the build of llama.cpp lies: the folder of llama-addon.node. */
  readonly folder: string
  /** Builds of the backend's library for older drivers, tried where the one in `folder` does not load; null: none are installed. */
  readonly fallbackFolder: string | null
}

type Without<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never
/** Its own death, and that it took too long, are what others say about it. */
export type TrialFinding = Without<BackendTrial, 'backend' | 'tookMs'>
