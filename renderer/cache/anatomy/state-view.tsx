import type { CacheFill, Checkpoint } from '../../../core/contract/cache/cache'
import { copy } from '../../../core/copy/copy'

export interface StateViewProps {
  readonly fill: CacheFill
  readonly tokens: number
  readonly checkpoints: readonly Checkpoint[]
}

export function StateView({ fill, tokens, checkpoints }: StateViewProps) {
  const { state } = copy.cache.anatomy
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className={`rounded-lg border border-line p-6 ${tokens > 0 ? 'bg-accent-soft' : 'bg-sunken'}`}>
        <p className="text-lg">{state.title(tokens)}</p>
        <p className="mt-1 text-[13px] text-soft">{state.meaning(fill.allocatedBytes)}</p>
        {checkpoints.length > 0 && <p className="mt-2 text-[13px] text-soft">{state.checkpoints(checkpoints)}</p>}
      </div>
    </div>
  )
}
