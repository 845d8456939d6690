import { Copy } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { type EventKind, eventKinds } from '../../core/contract/app/event-kinds'
import type { AppEvent } from '../../core/contract/app/events'
import { copy } from '../../core/copy/copy'
import { describeEvent } from '../../core/copy/facts'
import { appStore } from '../client/app-store'
import { useApp } from '../client/use-app'
import { Button } from '../ui/controls/button'

export function EventsPanel() {
  const text = copy.app.eventList
  const events = useEvents()
  const [hidden, setHidden] = useState<ReadonlySet<EventKind>>(new Set())
  const [wanted, setWanted] = useState('')
  const shown = useMemo(() => {
    const words = wanted.trim().toLowerCase()
    const matches = (event: AppEvent) => !hidden.has(event.kind) && `${event.code} ${describeEvent(event)}`.toLowerCase().includes(words)
    return events.filter(matches).reverse()
  }, [events, hidden, wanted])

  const toggle = (kind: EventKind) => {
    const next = new Set(hidden)
    if (!next.delete(kind)) next.add(kind)
    setHidden(next)
  }
  return (
    <div className="flex min-h-full flex-col text-[13px]">
      <div className="sticky top-0 z-10 flex flex-col gap-2 border-line border-b bg-panel p-3">
        <input
          type="search"
          aria-label={text.filter}
          placeholder={text.filterPlaceholder}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          className="h-8 w-full rounded-md border border-line bg-raised px-2.5 text-[13px] placeholder:text-faint"
        />
        <fieldset className="flex flex-wrap gap-x-3 gap-y-1">
          <legend className="sr-only">{text.kindsName}</legend>
          {eventKinds.map((kind) => (
            <label key={kind} className="flex items-center gap-1 text-[12px] text-soft">
              <input type="checkbox" className="accent-accent" checked={!hidden.has(kind)} onChange={() => toggle(kind)} />
              {text.kinds[kind]}
            </label>
          ))}
        </fieldset>
        <CopyReport />
      </div>
      {shown.length === 0 ? (
        <p className="p-4 text-faint">{events.length === 0 ? text.empty : text.noneFound}</p>
      ) : (
        <ol aria-label={text.name} className="divide-y divide-line">
          {shown.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ol>
      )}
    </div>
  )
}

function EventRow({ event }: { readonly event: AppEvent }) {
  const text = copy.app.eventList
  return (
    <li className="px-4 py-2 leading-snug [overflow-wrap:anywhere]">
      <p className="flex flex-wrap gap-x-2 text-[12px] text-faint">
        <time dateTime={new Date(event.at).toISOString()} title={text.at(event.at)}>
          {text.time(event.at)}
        </time>
        <span className="font-mono">{event.code}</span>
      </p>
      <p className={event.isTrouble ? 'text-danger' : ''}>{describeEvent(event)}</p>
    </li>
  )
}

const copiedMs = 2000

function CopyReport() {
  const text = copy.app.eventList.report
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')
  useEffect(() => {
    if (state === 'ready') return
    const timer = setTimeout(() => setState('ready'), copiedMs)
    return () => clearTimeout(timer)
  }, [state])
  const copyReport = async () => {
    try {
      const report = await appStore.getState().host?.events.report()
      await navigator.clipboard.writeText(report?.text ?? '')
      setState('copied')
    } catch (error) {
      console.warn('report', error)
      setState('failed')
    }
  }
  return (
    <Button onClick={() => void copyReport()} title={text.title}>
      <Copy size={14} aria-hidden />
      {text[state]}
    </Button>
  )
}

function useEvents(): readonly AppEvent[] {
  const host = useApp((state) => state.host)
  const revision = useApp((state) => state.app?.revisions.events)
  const [events, setEvents] = useState<readonly AppEvent[]>([])
  useEffect(() => {
    let isCurrent = true
    host?.events.list().then(
      (list) => isCurrent && setEvents(list),
      (error: unknown) => console.warn('events', error),
    )
    return () => {
      isCurrent = false
    }
  }, [host, revision])
  return events
}
