import { useEffect, useState } from 'react'
import type { ConnectedServer } from '../../../core/contract/remote/servers'
import { copy } from '../../../core/copy/copy'
import { boundOf, type Figure } from '../../../core/remote/figure'
import type { ServerStatus, SlotStatus } from '../../../core/remote/server-facts'
import { type StatusFigureName, statusFigureNames } from '../../../core/remote/status-figures'
import { figureExplanation } from '../../../core/remote/turn/figure-text'
import { pause } from '../../../core/streams/changes'
import { formatCount, formatPercent, formatRate } from '../../../core/text/amounts'
import { connectedHost } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { FailureAlert } from '../../ui/alert'
import { Explained } from '../../ui/explained'

const everyMs = 2000

/** Shown instead of the cells. */
export function ServerPanel({ server }: { readonly server: ConnectedServer }) {
  const { status, trouble } = useStatus(server.id)
  const texts = copy.servers.status
  return (
    <section aria-label={texts.title} className="flex flex-col gap-4 p-4 text-[13px]">
      <p className="text-soft [overflow-wrap:anywhere]">
        {copy.servers.kindAt(
          copy.servers.connect.found(copy.servers.kinds[server.facts.kind], server.facts.version),
          new URL(server.url).host,
        )}
      </p>
      {trouble && <FailureAlert failure={trouble} tone="warning" />}
      {!status && !trouble && (
        <p role="status" className="text-faint">
          {texts.reading}
        </p>
      )}
      {status && <StatusFigures status={status} />}
      {status?.slots && status.slots.length > 0 && <Slots slots={status.slots} />}
      <p className="text-[12px] text-faint leading-snug">
        {texts.hidden} {texts.note}
      </p>
    </section>
  )
}

interface Shown {
  readonly status: ServerStatus | undefined
  readonly trouble: ShownFailure | undefined
}

/** Asks while the panel and the page are visible. */
function useStatus(id: string): Shown {
  const [shown, setShown] = useState<Shown>({ status: undefined, trouble: undefined })
  useEffect(() => {
    const stop = new AbortController()
    void (async () => {
      setShown({ status: undefined, trouble: undefined })
      while (!stop.signal.aborted) {
        if (!document.hidden) {
          const next = await read()
          if (!stop.signal.aborted) setShown(next)
        }
        await pause(everyMs, stop.signal)
      }
    })()
    return () => stop.abort()
  }, [id])
  return shown
}

async function read(): Promise<Shown> {
  try {
    return { status: await (await connectedHost()).servers.status(), trouble: undefined }
  } catch (error) {
    return { status: undefined, trouble: shownFailure(error) }
  }
}

const formats: Readonly<Record<StatusFigureName, (value: number) => string>> = {
  occupancy: (share) => formatPercent(share, 1),
  usedTokens: formatCount,
  totalTokens: formatCount,
  running: formatCount,
  waiting: formatCount,
  prefixHits: (share) => formatPercent(share, 1),
  preemptions: formatCount,
  generatedPerSecond: formatRate,
}

function StatusFigures({ status }: { readonly status: ServerStatus }) {
  const texts = copy.servers.status
  return (
    <>
      {status.restarted && (
        <p role="status" className="text-warning">
          {texts.restarted}
        </p>
      )}
      {statusFigureNames.some((name) => isUnanswered(status[name])) && (
        <p role="status" className="text-warning">
          {texts.unanswered}
        </p>
      )}
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1">
        {statusFigureNames.map((name) => (
          <FigureRow key={name} {...texts.figures[name]} figure={status[name]} format={formats[name]} />
        ))}
      </dl>
    </>
  )
}

const isUnanswered = (figure: Figure): boolean => figure.kind === 'none' && figure.reason === 'not-read'

interface FigureRowProps {
  readonly name: string
  readonly meaning: string
  readonly figure: Figure
  readonly format: (value: number) => string
}

/** The source is visible as a word, and in full on hover. */
function FigureRow({ name, meaning, figure, format }: FigureRowProps) {
  const { marks, bounds, notAvailable } = copy.servers.figures
  const bound = boundOf(figure)
  return (
    <div className="contents">
      <dt className="text-faint">
        <Explained
          by={figureExplanation(meaning, figure)}
          className="underline decoration-dotted decoration-line-strong underline-offset-3"
        >
          {name}
        </Explained>
      </dt>
      <dd className="text-right tabular-nums">
        {figure.kind === 'none' ? (
          <span className="text-faint">{notAvailable}</span>
        ) : (
          <>
            {bound === null ? format(figure.value) : bounds[bound](format(figure.value))}{' '}
            <span className="text-[11px] text-faint">{marks[figure.kind]}</span>
          </>
        )}
      </dd>
    </div>
  )
}

function Slots({ slots }: { readonly slots: readonly SlotStatus[] }) {
  const texts = copy.servers.status
  return (
    <div>
      <h3 className="mb-1 font-medium text-soft">{texts.slots}</h3>
      <ul className="flex flex-col gap-1.5">
        {slots.map(({ id, isProcessing, promptTokens, contextTokens }) => (
          <li key={id}>
            <p className="flex justify-between gap-3">
              <span>
                {texts.slot(id)} <span className="text-faint">{isProcessing ? texts.busy : texts.idle}</span>
              </span>
              {promptTokens !== null && (
                <span className="tabular-nums">
                  {texts.slotTokens(formatCount(promptTokens), contextTokens === null ? null : formatCount(contextTokens))}
                </span>
              )}
            </p>
            {promptTokens !== null && contextTokens !== null && contextTokens > 0 && (
              <div aria-hidden className="mt-0.5 h-1.5 overflow-hidden rounded-full bg-sunken">
                <div className="h-full bg-accent" style={{ width: `${Math.min(100, (promptTokens * 100) / contextTokens)}%` }} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
