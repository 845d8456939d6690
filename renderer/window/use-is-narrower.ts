import { useMedia } from '../ui/use-media'
import { usePreferences } from './preference-store'

/** Whether the window has less room than this many pixels have at the ordinary font size: a larger font needs more of them. */
export function useIsNarrower(pixels: number): boolean {
  const scale = usePreferences(({ fontSize }) => fontSize) / 100
  return useMedia(`(width < ${pixels * scale}px)`)
}
