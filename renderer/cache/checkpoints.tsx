import type { Checkpoint } from '../../core/contract/cache/cache'
import { copy } from '../../core/copy/copy'
import { formatCount } from '../../core/text/amounts'
import { Explained } from '../ui/explained'

export interface CheckpointsProps {
  readonly checkpoints: readonly Checkpoint[]
  readonly limit: number
}

export function Checkpoints({ checkpoints, limit }: CheckpointsProps) {
  const texts = copy.cache.context
  const bytes = checkpoints.reduce((sum, checkpoint) => sum + checkpoint.bytes, 0)
  return (
    <>
      <dt>
        <Explained by={texts.checkpoints.meaning} className="text-soft">
          {texts.checkpoints.name}
        </Explained>
      </dt>
      <dd className="text-right" title={texts.bytes(bytes)}>
        {texts.checkpoints.count(checkpoints.length, limit, bytes)}
      </dd>
      {checkpoints.length > 0 && (
        <>
          <dt className="pl-3 text-faint">{texts.checkpoints.positions}</dt>
          <dd className="text-right text-faint">{checkpoints.map(({ tokens }) => formatCount(tokens)).join(' · ')}</dd>
        </>
      )}
    </>
  )
}
