/** A copy with an obstacle can still look for updates. */
import type { UpdateObstacle } from '../../core/contract/app/updates'

/** `variant` is 'cuda' or ''. null without an obstacle. */
export function obstacleOf(variant: string, platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): UpdateObstacle | null {
  // The update source has only the variant without CUDA.
  if (variant === 'cuda') return 'cuda-variant'
  // The system should replace what it installed; a portable program's path is unknown.
  if (platform === 'linux') return environment.APPIMAGE ? null : 'system-package'
  return environment.PORTABLE_EXECUTABLE_DIR ? 'portable' : null
}
