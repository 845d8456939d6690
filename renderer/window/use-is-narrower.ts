import { useMedia } from '../ui/use-media'
import { usePreferences } from './preference-store'

/** `pixels` at the default font size; a larger font raises the limit. */
export function useIsNarrower(pixels: number): boolean {
  const scale = usePreferences(({ fontSize }) => fontSize) / 100
  return useMedia(`(width < ${pixels * scale}px)`)
}
