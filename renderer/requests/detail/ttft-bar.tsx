import type { RequestTimes } from '../../../core/contract/requests/requests'
import { copy } from '../../../core/copy/copy'
import { formatMs } from '../../../core/text/amounts'
import { requestParts } from '../../cache/turns/ttft-turns'
import { Explained } from '../../ui/explained'

const colors = { queueMs: 'var(--series-7)', tokeniseMs: 'var(--series-5)', prefillMs: 'var(--series-3)', firstTokenMs: 'var(--series-4)' }

export function TtftBar({ times }: { readonly times: RequestTimes | null }) {
  const texts = copy.requests.detail
  const names = copy.cache.firstTokens.parts
  if (!times) return null
  if (times.ttftMs === null) return <p className="text-faint">{texts.noTimes}</p>
  const parts = requestParts.map((part) => ({ part, ms: times[part] ?? 0 }))
  const sum = parts.reduce((all, { ms }) => all + ms, 0) || 1
  return (
    <section aria-label={texts.times}>
      <h3 className="font-medium">{texts.timesOf(times.ttftMs)}</h3>
      <div aria-hidden className="mt-1.5 flex h-4 overflow-hidden rounded-sm bg-sunken">
        {parts.map(({ part, ms }) => (
          <span key={part} style={{ width: `${(ms / sum) * 100}%`, backgroundColor: colors[part] }} />
        ))}
      </div>
      <ul className="mt-1.5 grid grid-cols-2 gap-x-4 gap-y-0.5 text-[12px]">
        {parts.map(({ part, ms }) => (
          <li key={part} className="flex items-center gap-1.5">
            <span aria-hidden className="size-2.5 shrink-0 rounded-[2px]" style={{ backgroundColor: colors[part] }} />
            <Explained by={names[part].meaning} className="min-w-0 text-soft">
              {names[part].name}
            </Explained>
            <span className="ml-auto whitespace-nowrap tabular-nums">{formatMs(ms)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
