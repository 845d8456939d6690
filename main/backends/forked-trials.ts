import type { Resources } from '../paths'
import { forkTrial } from './fork-trial'
import { installedBuild } from './installed-builds'
import type { BackendOptions } from './try-installed'

export const forkedTrials = (resources: Resources): BackendOptions => ({
  installed: (backend) => installedBuild(resources, backend),
  startTrial: forkTrial(resources.trialEntry),
})
