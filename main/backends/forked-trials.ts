import type { Resources } from '../paths'
import { forkTrial } from './fork-trial'
import { installedBuild } from './installed-builds'
import type { BackendOptions } from './try-installed'

export const forkedTrials = ({ modulesFolder, trialEntry }: Pick<Resources, 'modulesFolder' | 'trialEntry'>): BackendOptions => ({
  installed: (backend) => installedBuild(modulesFolder, backend),
  startTrial: forkTrial(trialEntry),
})
