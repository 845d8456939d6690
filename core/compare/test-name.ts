/** Uses llama-bench's names, such as `pp512`, `tg128 @ d4096` and `pp512+tg128`. */
import type { SpeedTest } from '../contract/compare/compare-tasks'

export function testName({ prompt, generated, depth }: SpeedTest): string {
  const parts = [prompt > 0 ? `pp${prompt}` : '', generated > 0 ? `tg${generated}` : ''].filter(Boolean)
  return `${parts.join('+')}${depth > 0 ? ` @ d${depth}` : ''}`
}
