import { Meter } from '@base-ui/react/meter'
import type { CacheStore, TierUse } from '../../../core/contract/cache/prefixes'
import { copy } from '../../../core/copy/copy'
import { Explained } from '../../ui/explained'
import { tierColors } from './tier-colors'

export function TierCards({ tiers, prefixes }: Pick<CacheStore, 'tiers' | 'prefixes'>) {
  const texts = copy.cache.store
  const hits = prefixes.reduce((sum, prefix) => sum + (prefix.hits ?? 0), 0)
  const savedMs = prefixes.reduce((sum, prefix) => sum + (prefix.savedMs ?? 0), 0)
  return (
    <section aria-label={texts.use.label}>
      <ul className="grid gap-3 min-[40rem]:grid-cols-3">
        {tiers.map((use) => (
          <TierCard key={use.tier} use={use} />
        ))}
      </ul>
      {hits > 0 && <p className="mt-2 text-[13px] text-soft">{texts.saved(savedMs, hits)}</p>}
    </section>
  )
}

function TierCard({ use }: { readonly use: TierUse }) {
  const { tier, usedBytes, budgetBytes, privateBytes, cells } = use
  const texts = copy.cache.store
  const { name, meaning } = texts.tiers[tier]
  const bytes = texts.use.bytes(usedBytes, budgetBytes)
  const amount = cells ? texts.use.cells(cells) : bytes
  const isOff = budgetBytes === 0 && usedBytes === 0
  const [value, max] = cells ? [cells.used, cells.total] : [usedBytes, budgetBytes]
  return (
    <li className="min-w-0 rounded-md border border-line bg-raised px-3 py-2">
      <div className="flex items-baseline justify-between gap-2">
        <Explained by={meaning} className="flex items-baseline gap-1.5 font-medium text-[13px]">
          <span aria-hidden className="size-2.5 shrink-0 rounded-full" style={{ background: tierColors[tier] }} /> {name}
        </Explained>
        {privateBytes > 0 && <span className="text-[12px] text-faint">{texts.use.isPrivate(privateBytes)}</span>}
      </div>
      {isOff ? (
        <p className="mt-1 text-[12px] text-faint">{texts.use.off}</p>
      ) : (
        <>
          <p className="mt-0.5 text-[12px] text-soft" title={bytes}>
            {amount}
          </p>
          <Meter.Root
            value={Math.min(value, max)}
            max={Math.max(1, max)}
            aria-label={texts.use.meter(tier)}
            getAriaValueText={() => amount}
            className="mt-1.5"
          >
            <Meter.Track className="h-1.5 overflow-hidden rounded-full bg-sunken">
              <Meter.Indicator className="transition-[width]" style={{ background: tierColors[tier] }} />
            </Meter.Track>
          </Meter.Root>
        </>
      )}
    </li>
  )
}
