import { type Backend, backends } from '../contract/models/backend-kinds'
import type { BackendTrial } from '../contract/models/backends'

/** Returns null if a GPU backend has not been tried yet and no backend before it works. */
export function chosenBackend(trials: readonly BackendTrial[]): Backend | null {
  for (const backend of backends) {
    if (backend === 'cpu') return backend
    const trial = trials.find((one) => one.backend === backend)
    if (!trial) return null
    if (trial.outcome === 'works') return backend
  }
  return null
}
