import type { Checkpoint } from '../../../core/contract/cache/cache'
import { formatBytes, formatCount } from '../../../core/text/amounts'

const mostNamed = 6

/** `3 of them, 72.0 KiB of RAM, after 312, 640 and 700 tokens.` */
export function checkpointText(checkpoints: readonly Checkpoint[]): string {
  const bytes = checkpoints.reduce((sum, checkpoint) => sum + checkpoint.bytes, 0)
  const locations = checkpoints.slice(-mostNamed).map(({ tokens }) => formatCount(tokens))
  const earlier = checkpoints.length > mostNamed ? 'the last after ' : 'after '
  const listed = locations.length > 1 ? `${locations.slice(0, -1).join(', ')} and ${locations.at(-1)}` : locations.join('')
  return `${formatCount(checkpoints.length)} of them, ${formatBytes(bytes)} of RAM, ${earlier}${listed} tokens.`
}
