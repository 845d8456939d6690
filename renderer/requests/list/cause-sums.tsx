import { useMemo, useState } from 'react'
import type { RequestRecord } from '../../../core/contract/requests/requests'
import { copy } from '../../../core/copy/copy'
import { type CauseSum, sumRequests, totalsOf } from '../../../core/requests/sum-requests'
import { formatCount } from '../../../core/text/amounts'
import { Button } from '../../ui/controls/button'
import { setFilter, showView } from '../state/request-store'

const fewest = 3

export function CauseSums({ records }: { readonly records: readonly RequestRecord[] }) {
  const texts = copy.requests.sums
  const sums = useMemo(() => sumRequests(records), [records])
  const totals = useMemo(() => totalsOf(records), [records])
  const lost = totals.lostTokens > 0 ? texts.lost(totals.lostTokens, totals.lostMs) : copy.requests.nothingLost
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? sums : sums.slice(0, fewest)
  const more = sums.length - fewest
  return (
    <section aria-label={texts.title} className="max-h-[45%] shrink-0 overflow-y-auto px-4 pt-3 pb-2">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="font-medium text-[14px]">{totals.failed > 0 ? texts.failed(totals.failed, totals.requests) : lost}</h2>
        {totals.failed > 0 && <p className="text-[12px] text-soft">{lost}</p>}
        <p className="text-[12px] text-soft">{texts.total(totals.requests, totals.reusedTokens, totals.promptTokens)}</p>
      </div>
      {sums.length > 0 && (
        <table className="mt-1.5 w-full text-[13px]">
          <thead className="text-left text-[12px] text-faint">
            <tr>
              <th scope="col" className="font-normal">
                {texts.cause}
              </th>
              <th scope="col" className="font-normal">
                {texts.client}
              </th>
              <Amount>{texts.requests}</Amount>
              <Amount>{texts.tokens}</Amount>
              <Amount>{texts.time}</Amount>
            </tr>
          </thead>
          <tbody>
            {shown.map((sum) => (
              <SumRow key={`${sum.cause} ${sum.client}`} sum={sum} />
            ))}
          </tbody>
        </table>
      )}
      {more > 0 && (
        <Button look="quiet" className="-ml-3 h-7 text-[12px]" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.fewer : texts.more(more)}
        </Button>
      )}
    </section>
  )
}

const Amount = ({ children }: { readonly children: string }) => (
  <th scope="col" className="pl-3 text-right font-normal">
    {children}
  </th>
)

function SumRow({ sum: { cause, client, requests, lostTokens, lostMs, unmeasured } }: { readonly sum: CauseSum }) {
  const { causes, sums } = copy.requests
  const show = () => {
    setFilter({ text: '', cause, client, onlyLost: true })
    showView('list')
  }
  return (
    <tr className="border-line border-t">
      <td className="py-1 pr-3">
        <button type="button" className="rounded-sm text-left text-accent hover:underline" title={causes.of[cause].meaning} onClick={show}>
          {causes.of[cause].name}
        </button>
      </td>
      <td className="max-w-48 truncate py-1" title={client}>
        {client}
      </td>
      <td className="py-1 text-right tabular-nums">{formatCount(requests)}</td>
      <td className="py-1 pl-3 text-right tabular-nums">{formatCount(lostTokens)}</td>
      <td className="whitespace-nowrap py-1 pl-3 text-right tabular-nums" title={unmeasured > 0 ? sums.unmeasured(unmeasured) : undefined}>
        {sums.timeOf(lostMs, unmeasured)}
      </td>
    </tr>
  )
}
