/** The checkpoints of a sequence: number, memory, and the positions to resume from. */
import type { Checkpoint } from '../../core/contract/cache/cache'
import { formatBytes, formatCount } from '../../core/text/amounts'
import { Explained } from '../ui/explained'

const meaning =
  'Copies of the sliding window or the recurrent state, in RAM. An earlier point of the conversation goes on from the nearest one before it. The oldest go first; how much memory they may take is in the settings.'

export interface CheckpointsProps {
  readonly checkpoints: readonly Checkpoint[]
  readonly limit: number
}

export function Checkpoints({ checkpoints, limit }: CheckpointsProps) {
  const bytes = checkpoints.reduce((sum, checkpoint) => sum + checkpoint.bytes, 0)
  return (
    <>
      <dt>
        <Explained by={meaning} className="text-soft">
          Checkpoints
        </Explained>
      </dt>
      <dd className="text-right" title={`${formatCount(bytes)} bytes`}>
        {formatCount(checkpoints.length)} of {formatCount(limit)}, {formatBytes(bytes)}
      </dd>
      {checkpoints.length > 0 && (
        <>
          <dt className="pl-3 text-faint">after tokens</dt>
          <dd className="text-right text-faint">{checkpoints.map(({ tokens }) => formatCount(tokens)).join(' · ')}</dd>
        </>
      )}
    </>
  )
}
