import type { CacheSample, ContextReport } from '../../core/contract/cache'
import { formatBytes, formatCount } from '../../core/text/amounts'

/** Several sequences hold the open conversation, after several answers to one prompt: what they take together. */
export function SequencesHeld({ samples, context }: { readonly samples: readonly CacheSample[]; readonly context: ContextReport }) {
  if (samples.length < 2) return null
  const cells = samples.reduce((sum, { tokens }) => sum + tokens, 0)
  const bytes = samples.reduce((sum, { fills }) => sum + fills.reduce((of, { usedBytes }) => of + usedBytes, 0), 0)
  return (
    <p className="text-[12px] text-faint leading-snug">
      {formatCount(samples.length)} sequences hold this conversation, one for each answer, each with cells of its own: {formatCount(cells)}{' '}
      cells, {formatBytes(bytes)} of {formatBytes(context.allocatedBytes)}. One of them is shown.
    </p>
  )
}
