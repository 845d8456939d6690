import { Meter } from '@base-ui/react/meter'
import type { CacheFill } from '../../core/contract/cache/cache'
import { formatBytes, formatCount, formatPercent } from '../../core/text/amounts'
import { Explained } from '../ui/explained'
import { Figure } from '../ui/figure'
import { cacheNames } from './cells/cache-names'

export function CacheGauge({ fill }: { readonly fill: CacheFill }) {
  const { name, meaning } = cacheNames[fill.kind]
  const { usedCells, totalCells, usedBytes, allocatedBytes } = fill
  const share = totalCells > 0 ? usedCells / totalCells : 0
  const unit = fill.kind === 'recurrent' ? 'state' : 'cells'
  return (
    <>
      <div className="flex items-baseline justify-between gap-2">
        <Explained by={meaning} className="font-medium text-[13px]">
          {name}
        </Explained>
        <span className="text-[12px] text-faint">{shareText(share)}</span>
      </div>
      <div className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-2">
        <Figure
          name={`${unit === 'state' ? 'State' : 'Cells'} in use, ${name}`}
          exact={`${formatCount(usedCells)} of ${formatCount(totalCells)} ${unit}`}
          copied={String(usedCells)}
        >
          <span className="text-lg leading-tight" data-testid="used-cells">
            {formatCount(usedCells)}
          </span>
          <span className="text-[12px] text-faint">
            {' '}
            of {formatCount(totalCells)} {unit}
          </span>
        </Figure>
        <Figure
          name={`Bytes in use, ${name}`}
          exact={`${formatCount(usedBytes)} of ${formatCount(allocatedBytes)} bytes`}
          copied={String(usedBytes)}
          className="text-[12px]"
        >
          {formatBytes(usedBytes)} <span className="text-faint">of {formatBytes(allocatedBytes)}</span>
        </Figure>
      </div>
      <Meter.Root
        value={usedCells}
        max={totalCells}
        aria-label={`${name}: cells used`}
        getAriaValueText={() => `${formatCount(usedCells)} of ${formatCount(totalCells)} ${unit}`}
        className="mt-1"
      >
        <Meter.Track className="h-1.5 overflow-hidden rounded-full bg-sunken">
          <Meter.Indicator className={isNearlyFull(fill) ? 'bg-warning' : 'bg-accent'} />
        </Meter.Track>
      </Meter.Root>
    </>
  )
}

/** Only a full cache can end an answer. Sliding windows and recurrent states are normally full early. */
const isNearlyFull = ({ kind, usedCells, totalCells }: CacheFill): boolean => kind === 'full' && usedCells >= 0.95 * totalCells

const shareText = (share: number): string => formatPercent(share, share > 0 && share < 0.1 ? 1 : 0)
