import type { CacheSample, ContextReport } from '../../core/contract/cache/cache'
import { formatBytes, formatCount } from '../../core/text/amounts'
import { SequenceSwitch } from './cells/sequence-switch'
import { sharedText } from './cells/sequence-text'

export interface SequencesHeldProps {
  /** The sequences of the open conversation. */
  readonly samples: readonly CacheSample[]
  readonly shown: CacheSample | undefined
  readonly context: ContextReport
  readonly onChoose: (sequence: number) => void
}

/** Shown if several sequences hold the conversation: their memory together, and which one is shown. */
export function SequencesHeld({ samples, shown, context, onChoose }: SequencesHeldProps) {
  if (samples.length < 2 || !shown) return null
  const cells = samples.reduce((sum, { tokens }) => sum + tokens, 0)
  const bytes = samples.reduce((sum, { fills }) => sum + fills.reduce((of, { usedBytes }) => of + usedBytes, 0), 0)
  return (
    <div className="flex flex-col gap-1.5">
      <SequenceSwitch samples={samples} sequence={shown.sequence} onChange={onChoose} />
      <p className="text-[12px] text-faint leading-snug">
        {formatCount(samples.length)} sequences hold this conversation, one for each answer: {formatCount(cells)} cells,{' '}
        {formatBytes(bytes)} of {formatBytes(context.allocatedBytes)}. {sharedText(shown, samples.length)}
      </p>
    </div>
  )
}
