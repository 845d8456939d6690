import type { TurnMetrics } from '../../../core/contract/chat/turn'
import { copy } from '../../../core/copy/copy'
import { useApp } from '../../client/use-app'
import { useMeasureBandwidth } from '../../client/use-measure-bandwidth'
import { FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { CopyButton } from '../../ui/controls/copy-button'
import { Explained } from '../../ui/explained'
import { ReuseView } from './reuse-view'
import { reportAsJson, reportAsText, reportOf } from './turn-report'

export function ReportView({ metrics }: { readonly metrics: TurnMetrics }) {
  const memory = useApp((state) => state.app?.bandwidth.memory ?? null)
  return (
    <section aria-label={copy.chat.report.title} className="mt-1 rounded-lg border border-line bg-panel px-4 py-3 text-[12px]">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(15rem,1fr))] gap-x-8 gap-y-3">
        {reportOf(metrics, memory).map(({ name, rows }) => (
          <div key={name}>
            <h4 className="mb-1 font-medium text-soft">{name}</h4>
            <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5">
              {rows.map((row) => (
                <div key={row.name} className="contents">
                  <dt className="text-faint">
                    <Explained by={row.meaning} className="underline decoration-dotted decoration-line-strong underline-offset-3">
                      {row.name}
                    </Explained>
                  </dt>
                  <dd className="text-right tabular-nums">{row.value}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
      {metrics.reads?.location === 'ram' && !memory && <MeasureBandwidth />}
      {metrics.reuse && <ReuseView reuse={metrics.reuse} />}
      <div className="mt-3 flex flex-wrap gap-2 border-line border-t pt-3">
        <CopyButton label={copy.chat.report.copyText} text={() => reportAsText(metrics, memory)} isWide />
        <CopyButton label={copy.chat.report.copyJson} text={() => reportAsJson(metrics)} isWide />
      </div>
    </section>
  )
}

function MeasureBandwidth() {
  const { isMeasuring, trouble, measure, dismiss } = useMeasureBandwidth()
  const texts = copy.bandwidth.machine
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t pt-3 text-faint">
      <p className="min-w-56 flex-1 leading-snug">{texts.empty}</p>
      <Button disabled={isMeasuring} onClick={measure}>
        {isMeasuring ? texts.measuring : texts.measure}
      </Button>
      {trouble && (
        <div className="basis-full">
          <FailureAlert failure={trouble} onDismiss={dismiss} />
        </div>
      )}
    </div>
  )
}
