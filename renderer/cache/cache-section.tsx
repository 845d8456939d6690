import { useCallback, useEffect, useState } from 'react'
import type { CacheFill, CacheSample } from '../../core/contract/cache/cache'
import { copy } from '../../core/copy/copy'
import { useLit } from '../chat/words/lit-store'
import { goToWords, lightWords, useWordLink } from '../chat/words/word-link'
import { CacheGauge } from './cache-gauge'
import { CellLegend } from './cells/cell-legend'
import { CellMap, type PositionRange } from './cells/cell-map'
import { useFirstAttended } from './cells/use-first-attended'

export function CacheSection({ fill, sample }: { readonly fill: CacheFill; readonly sample: CacheSample | undefined }) {
  const { name } = copy.cache.kinds[fill.kind]
  return (
    <section aria-label={name}>
      <CacheGauge fill={fill} />
      <div className="mt-2.5">
        {hasMap(fill) ? <MapAndLegend name={name} fill={fill} sample={sample} /> : <MissingMap fill={fill} sample={sample} />}
      </div>
    </section>
  )
}

/** A recurrent state has no cells. An indexer would have the same map as its cache. */
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
  const lit = useLit()
  useWordLink(sample)
  const attendedFrom = useFirstAttended(fill.kind, sample?.tokens ?? 0)
  const [range, setRange] = useState<PositionRange>()
  useEffect(() => {
    if (range) void lightWords(sample, range)
  }, [sample, range])
  const point = useCallback((next: PositionRange | undefined) => {
    setRange(next)
    if (!next) void lightWords(undefined, undefined)
  }, [])
  return (
    <>
      <CellMap
        name={name}
        fill={fill}
        sample={sample}
        attendedFrom={attendedFrom}
        lit={lit && lit.sequence === sample?.sequence ? lit.positions : undefined}
        onPoint={point}
        onGo={({ from, to }) => sample && void goToWords(sample, from, to)}
      />
      <CellLegend name={name} fill={fill} sample={sample} attendedFrom={attendedFrom} />
      {sample !== undefined && sample.blockTokens > 1 && (
        <p className="mt-1 text-[12px] text-faint">{copy.cache.map.inBlocks(sample.blockTokens)}</p>
      )}
    </>
  )
}

function MissingMap({ fill, sample }: { readonly fill: CacheFill; readonly sample: CacheSample | undefined }) {
  const { indexer, state } = copy.cache.map
  return <p className="text-[12px] text-faint">{fill.kind === 'indexer' ? indexer : state(sample?.tokens ?? 0)}</p>
}
