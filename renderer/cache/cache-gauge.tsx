import type { CacheFill } from '../../core/contract/cache/cache'
import { copy } from '../../core/copy/copy'
import { formatPercent } from '../../core/text/amounts'
import { Explained } from '../ui/explained'
import { Figure } from '../ui/figure'
import { FullnessMeter } from '../ui/fullness-meter'

export function CacheGauge({ fill }: { readonly fill: CacheFill }) {
  const { name, meaning } = copy.cache.kinds[fill.kind]
  const { usedCells, totalCells, usedBytes, allocatedBytes } = fill
  const share = totalCells > 0 ? usedCells / totalCells : 0
  const isState = fill.kind === 'recurrent'
  const texts = copy.cache.gauge
  const [used, ofCells] = texts.cellsInParts(usedCells, totalCells, isState)
  const [bytes, ofBytes] = texts.bytesInParts(usedBytes, allocatedBytes)
  return (
    <>
      <div className="flex items-baseline justify-between gap-2">
        <Explained by={meaning} className="font-medium text-[13px]">
          {name}
        </Explained>
        <span className="text-[12px] text-faint">{shareText(share)}</span>
      </div>
      <div className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-2">
        <Figure name={texts.cellsInUse(name, isState)} exact={texts.cells(usedCells, totalCells, isState)} copied={String(usedCells)}>
          <span className="text-lg leading-tight" data-testid="used-cells">
            {used}
          </span>
          <span className="text-[12px] text-faint">{ofCells}</span>
        </Figure>
        <Figure
          name={texts.bytesInUse(name)}
          exact={texts.bytes(usedBytes, allocatedBytes)}
          copied={String(usedBytes)}
          className="text-[12px]"
        >
          {bytes}
          <span className="text-faint">{ofBytes}</span>
        </Figure>
      </div>
      <div className="mt-1">
        <FullnessMeter
          label={texts.meter(name)}
          used={usedCells}
          total={totalCells}
          text={texts.cells(usedCells, totalCells, isState)}
          warns={fill.kind === 'full'}
          className="h-1.5"
        />
      </div>
    </>
  )
}

const shareText = (share: number): string => formatPercent(share, share > 0 && share < 0.1 ? 1 : 0)
