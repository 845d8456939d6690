import type { CacheFill, Checkpoint } from '../../../core/contract/cache/cache'
import { formatBytes, formatCount } from '../../../core/text/amounts'
import { checkpointText } from './checkpoint-text'

export interface StateViewProps {
  readonly fill: CacheFill
  readonly tokens: number
  readonly checkpoints: readonly Checkpoint[]
}

/** A recurrent state has no cells: one block of memory for all tokens so far. */
export function StateView({ fill, tokens, checkpoints }: StateViewProps) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className={`rounded-lg border border-line p-6 ${tokens > 0 ? 'bg-accent-soft' : 'bg-sunken'}`}>
        <p className="text-lg">{tokens > 0 ? `1 state, ${formatCount(tokens)} tokens in it` : 'An empty state'}</p>
        <p className="mt-1 text-[13px] text-soft">
          {formatBytes(fill.allocatedBytes)} at any length. No token can be taken out again: an earlier point of the conversation is reached
          only from a checkpoint, or by processing from the beginning.
        </p>
        {checkpoints.length > 0 && <p className="mt-2 text-[13px] text-soft">Checkpoints of it: {checkpointText(checkpoints)}</p>}
      </div>
    </div>
  )
}
