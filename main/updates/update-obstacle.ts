/** Why this copy cannot be replaced by an update, although it can look for one. */
import type { UpdateObstacle } from '../../core/contract/app/updates'

/** `variant` is 'cuda', or '' for the plain one. null: it can be replaced. */
export function obstacleOf(variant: string, platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): UpdateObstacle | null {
  // The source has the plain variant, which would lose the CUDA builds.
  if (variant === 'cuda') return 'cuda-variant'
  // The system should replace what it installed, and the path of the portable program is unknown.
  if (platform === 'linux') return environment.APPIMAGE ? null : 'system-package'
  return environment.PORTABLE_EXECUTABLE_DIR ? 'portable' : null
}
