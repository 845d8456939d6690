import type { CacheStore } from '../../../core/contract/cache/prefixes'
import { copy } from '../../../core/copy/copy'
import { Section } from '../../ui/section'
import type { NameOf } from './prefix-name'
import { tierColors } from './tier-colors'

/** After the first one. */
const mostNamed = 2

export function NextList({ store: { tiers, next, prefixes }, nameOf }: { readonly store: CacheStore; readonly nameOf: NameOf }) {
  const texts = copy.cache.store
  const byId = new Map(prefixes.map((prefix) => [prefix.id, prefix]))
  const used = tiers.filter(({ usedBytes }) => usedBytes > 0)
  if (used.length === 0) return null
  return (
    <Section title={texts.next.title} note={texts.next.note}>
      <ul className="flex flex-col gap-1.5 text-[13px] leading-snug">
        {used.map(({ tier }) => {
          const going = next.flatMap((one) => {
            const prefix = byId.get(one.prefixId)
            return prefix?.tier === tier ? [{ one, name: nameOf(prefix) }] : []
          })
          const [first, ...others] = going
          return (
            <li key={tier} className="flex items-baseline gap-2">
              <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: tierColors[tier] }} />
              <p className="min-w-0 [overflow-wrap:anywhere]">
                <span className="text-faint">{texts.tiers[tier].name}: </span>
                {first ? (
                  <>
                    <span className="font-medium">{texts.next.first(first.name)}</span>{' '}
                    <span className="text-soft">
                      {texts.next.because(first.one, tier)}
                      {others.length > 0 && ` ${texts.next.after(others.slice(0, mostNamed).map(({ name }) => name))}`}
                    </span>
                  </>
                ) : (
                  <span className="text-soft">{texts.next.none}</span>
                )}
              </p>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
