import type { Simulation } from '../../../core/contract/requests/requests'
import { copy } from '../../../core/copy/copy'
import { formatCount, formatPercent } from '../../../core/text/amounts'
import { Button } from '../../ui/controls/button'
import { usePreferences } from '../../window/preference-store'
import { replay, useRequests } from '../state/request-store'

export function SimulationTable() {
  const texts = copy.requests.simulation
  const simulation = useRequests((state) => state.simulation)
  const isReplaying = useRequests((state) => state.isReplaying)
  const bodies = useRequests((state) => state.bodies)
  const isStored = usePreferences(({ apiKeepsBodies }) => apiKeepsBodies)
  return (
    <section aria-label={texts.title} className="min-h-0 flex-1 overflow-y-auto px-4 py-3 text-[13px]">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 max-w-2xl flex-1 basis-80 text-soft leading-snug">{texts.note}</p>
        <Button look="primary" disabled={isReplaying || bodies.count === 0} onClick={() => void replay()}>
          {isReplaying ? texts.running : simulation ? texts.again : texts.run}
        </Button>
      </div>
      <p className="mt-2 text-[12px] text-faint">{copy.requests.bodies(bodies.count, bodies.bytes, isStored)}</p>
      {simulation && simulation.requests > 0 && <Rows simulation={simulation} />}
    </section>
  )
}

function Rows({ simulation }: { readonly simulation: Simulation }) {
  const { requests, promptTokens, measuredReusedTokens, rows } = simulation
  const texts = copy.requests.simulation
  const shareOf = (tokens: number) => (promptTokens === 0 ? '–' : formatPercent(tokens / promptTokens))
  return (
    <table className="mt-3 w-full max-w-3xl">
      <caption className="pb-1 text-left font-medium">{texts.of(requests, promptTokens)}</caption>
      <thead className="text-[12px] text-faint">
        <tr>
          <th scope="col" className="text-left font-normal">
            {texts.change}
          </th>
          {[texts.reused, texts.processed, texts.saved].map((name) => (
            <th key={name} scope="col" className="pl-3 text-right font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="tabular-nums">
        <tr className="border-line border-t text-soft">
          <th scope="row" className="py-1 text-left font-normal">
            {texts.measured}
          </th>
          <td className="text-right">{shareOf(measuredReusedTokens)}</td>
          <td className="text-right">{formatCount(promptTokens - measuredReusedTokens)}</td>
          <td className="text-right">–</td>
        </tr>
        {rows.map(({ change, reusedTokens, processedTokens, savedMs }) => (
          <tr key={change} className="border-line border-t">
            <th scope="row" className="py-1 pr-3 text-left font-normal">
              {texts.changes[change]}
            </th>
            <td className="text-right">{shareOf(reusedTokens)}</td>
            <td className="text-right">{formatCount(processedTokens)}</td>
            <td className="whitespace-nowrap text-right">{texts.savedMs(savedMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
