import type { CacheSample, ContextReport } from '../../core/contract/cache/cache'
import { copy } from '../../core/copy/copy'
import { SequenceSwitch } from './cells/sequence-switch'

export interface SequencesHeldProps {
  readonly samples: readonly CacheSample[]
  readonly shown: CacheSample | undefined
  readonly context: ContextReport
  readonly onChoose: (sequence: number) => void
}

export function SequencesHeld({ samples, shown, context, onChoose }: SequencesHeldProps) {
  if (samples.length < 2 || !shown) return null
  const cells = samples.reduce((sum, { tokens }) => sum + tokens, 0)
  const bytes = samples.reduce((sum, { fills }) => sum + fills.reduce((of, { usedBytes }) => of + usedBytes, 0), 0)
  const { held, shared } = copy.cache.sequences
  return (
    <div className="flex flex-col gap-1.5">
      <SequenceSwitch samples={samples} sequence={shown.sequence} onChange={onChoose} />
      <p className="text-[12px] text-faint leading-snug">
        {held({ sequences: samples.length, cells, bytes, allocatedBytes: context.allocatedBytes })} {shared(shown)}
      </p>
    </div>
  )
}
