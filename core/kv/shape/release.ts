/** node-llama-cpp 3.21.1 is built on v0.4.0, 3.22.1 on v0.5.0. */
import { architecturesSince050, knownArchitectures } from '../../gguf/architectures'

export const llamaCppReleases = ['0.4.0', '0.5.0'] as const
export type LlamaCppRelease = (typeof llamaCppReleases)[number]

export const installedRelease: LlamaCppRelease = '0.4.0'

export const knowsArchitecture = (release: LlamaCppRelease, architecture: string): boolean =>
  knownArchitectures.has(architecture) || (release === '0.5.0' && architecturesSince050.has(architecture))
