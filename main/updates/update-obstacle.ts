import type { UpdateObstacle } from '../../core/contract/app/updates'

/** `variant` is 'cuda' or ''. Returns null if Headroom can install updates. */
export function obstacleOf(variant: string, platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): UpdateObstacle | null {
  // The update source has only the variant without CUDA.
  if (variant === 'cuda') return 'cuda-variant'
  // The package manager must replace the files that it installed.
  if (platform === 'linux') return environment.APPIMAGE ? null : 'system-package'
  return environment.PORTABLE_EXECUTABLE_DIR ? 'portable' : null
}
