import type { CacheFill, CacheSample } from '../../core/contract/cache/cache'
import { formatCount } from '../../core/text/amounts'
import { CacheGauge } from './cache-gauge'
import { cacheNames } from './cells/cache-names'
import { CellLegend } from './cells/cell-legend'
import { CellMap } from './cells/cell-map'

export function CacheSection({ fill, sample }: { readonly fill: CacheFill; readonly sample: CacheSample | undefined }) {
  const { name } = cacheNames[fill.kind]
  return (
    <section aria-label={name}>
      <CacheGauge fill={fill} />
      <div className="mt-2.5">
        {hasMap(fill) ? <MapAndLegend name={name} fill={fill} sample={sample} /> : <NoMap fill={fill} sample={sample} />}
      </div>
    </section>
  )
}

/** A recurrent state has no cells; an indexer's cells are those of the cache it selects from. */
const hasMap = ({ kind }: CacheFill): boolean => kind === 'full' || kind === 'sliding'

function MapAndLegend({
  name,
  fill,
  sample,
}: {
  readonly name: string
  readonly fill: CacheFill
  readonly sample: CacheSample | undefined
}) {
  return (
    <>
      <CellMap name={name} fill={fill} sample={sample} />
      <CellLegend name={name} fill={fill} sample={sample} />
      {sample !== undefined && sample.blockTokens > 1 && (
        <p className="mt-1 text-[12px] text-faint">
          So many messages that the map is told by blocks of {formatCount(sample.blockTokens)} tokens, each by what most of it holds.
        </p>
      )}
    </>
  )
}

function NoMap({ fill, sample }: { readonly fill: CacheFill; readonly sample: CacheSample | undefined }) {
  if (fill.kind === 'indexer') return <p className="text-[12px] text-faint">A key for every cell of the full cache, in the same order.</p>
  const tokens = sample?.tokens ?? 0
  return (
    <p className="text-[12px] text-faint">
      {tokens === 0
        ? 'Made of nothing yet.'
        : `One state, made of all ${formatCount(tokens)} tokens so far. It cannot be taken apart again.`}
    </p>
  )
}
