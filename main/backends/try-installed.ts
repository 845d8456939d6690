import type { Backend } from '../../core/contract/models/backend-kinds'
import type { BackendTrial } from '../../core/contract/models/backends'
import type { InstalledBuild } from './installed-builds'
import { runTrial, type StartTrial } from './run-trial'

export interface BackendOptions {
  readonly installed: (backend: Backend) => InstalledBuild
  readonly startTrial: StartTrial
}

/** Never throws. */
export async function tryInstalled({ installed, startTrial }: BackendOptions, backend: Backend): Promise<BackendTrial> {
  const build = installed(backend)
  return typeof build === 'string' ? { outcome: 'fails', backend, code: build, tookMs: 0 } : runTrial(startTrial, build)
}
