import type { Backend } from '../contract/models/backend-kinds'
import type { BackendTrial } from '../contract/models/backends'

export interface TrialTask {
  readonly backend: Backend
  /** Of llama-addon.node. */
  readonly folder: string
  /** Of the backend's library for older drivers, tried if the one in `folder` does not load; null: not installed. */
  readonly fallbackFolder: string | null
}

type Without<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never
/** The parent process reports a crash and a timeout. */
export type TrialFinding = Without<BackendTrial, 'backend' | 'tookMs'>
