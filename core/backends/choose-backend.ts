import { type Backend, backends } from '../contract/models/backend-kinds'
import type { BackendTrial } from '../contract/models/backends'

/** Returns null until all preferred backends have been tried. */
export function chosenBackend(trials: readonly BackendTrial[]): Backend | null {
  for (const backend of backends) {
    if (backend === 'cpu') return backend
    const trial = trials.find((one) => one.backend === backend)
    if (!trial) return null
    if (trial.outcome === 'works') return backend
  }
  return null
}
