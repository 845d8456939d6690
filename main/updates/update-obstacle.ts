/** Why what the source has is not put in the place of this copy, though a newer version can be looked for. */
import type { UpdateObstacle } from '../../core/contract/app/updates'

/** `variant`: 'cuda', or '' for the plain one. null: nothing is in the way. */
export function obstacleOf(variant: string, platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): UpdateObstacle | null {
  // The source describes the plain variant: with it this copy would lose its CUDA builds.
  if (variant === 'cuda') return 'cuda-variant'
  // What the system installed, only the system should replace; and of the portable program nobody knows where it lies.
  if (platform === 'linux') return environment.APPIMAGE ? null : 'system-package'
  return environment.PORTABLE_EXECUTABLE_DIR ? 'portable' : null
}
