import type { CacheSample } from '../../../core/contract/cache/cache'
import { copy } from '../../../core/copy/copy'
import { formatCount } from '../../../core/text/amounts'
import { Segmented } from '../../ui/controls/segmented'

export interface SequenceSwitchProps {
  readonly samples: readonly CacheSample[]
  readonly sequence: number
  readonly onChange: (sequence: number) => void
}

export function SequenceSwitch({ samples, sequence, onChange }: SequenceSwitchProps) {
  if (samples.length < 2) return null
  const { label } = copy.cache.sequences
  return (
    <div className="flex items-center gap-2">
      <span className="text-[12px] text-soft" aria-hidden>
        {label}
      </span>
      <Segmented
        label={label}
        value={String(sequence)}
        options={samples.map((sample) => ({ value: String(sample.sequence), label: formatCount(sample.sequence + 1) }))}
        onChange={(value) => onChange(Number(value))}
      />
    </div>
  )
}
