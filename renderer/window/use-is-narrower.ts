import { useMedia } from '../ui/use-media'
import { usePreferences } from './preference-store'

/** `pixels` is at the default font size. A larger font raises the limit. */
export function useIsNarrower(pixels: number): boolean {
  const scale = usePreferences(({ fontSize }) => fontSize) / 100
  return useMedia(`(width < ${pixels * scale}px)`)
}
