import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { llamaPackage } from '../../core/backends/llama-packages'
import type { TrialTask } from '../../core/backends/trial-process'
import type { Backend, TrialFailureCode } from '../../core/contract/models/backend-kinds'
import type { Resources } from '../paths'

export type InstalledBuild = TrialTask | Extract<TrialFailureCode, 'not-on-this-system' | 'not-installed'>

/** Both paths must be outside an archive, because the system's loader and llama.cpp cannot read archives. */
export function installedBuild(
  { modulesFolder, embeddedModelPath }: Pick<Resources, 'modulesFolder' | 'embeddedModelPath'>,
  backend: Backend,
  { platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'> = process,
): InstalledBuild {
  const name = llamaPackage(backend, platform, arch)
  if (name === undefined) return 'not-on-this-system'
  const folder = join(modulesFolder, '@node-llama-cpp', name, 'bins', name)
  if (!existsSync(join(folder, 'llama-addon.node'))) return 'not-installed'
  const fallbackFolder = join(modulesFolder, '@node-llama-cpp', `${name}-ext`, 'bins', name, 'fallback')
  return { backend, folder, fallbackFolder: existsSync(fallbackFolder) ? fallbackFolder : null, modelPath: embeddedModelPath }
}
