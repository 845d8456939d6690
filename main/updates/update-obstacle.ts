/** A build with an obstacle can still look for updates. */
import type { UpdateObstacle } from '../../core/contract/app/updates'

/** `variant` is 'cuda' or ''. Returns null if nothing prevents updates. */
export function obstacleOf(variant: string, platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): UpdateObstacle | null {
  // Only the variant without CUDA is published at the update source.
  if (variant === 'cuda') return 'cuda-variant'
  // A package manager should replace the files that it installed, and the path of a portable program is unknown.
  if (platform === 'linux') return environment.APPIMAGE ? null : 'system-package'
  return environment.PORTABLE_EXECUTABLE_DIR ? 'portable' : null
}
