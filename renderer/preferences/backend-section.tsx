import { useState } from 'react'
import { type Backend, backends } from '../../core/contract/models/backend-kinds'
import type { BackendReport } from '../../core/contract/models/backends'
import { copy } from '../../core/copy/copy'
import { appStore } from '../client/app-store'
import { type ShownFailure, shownFailure } from '../client/failures'
import { useApp } from '../client/use-app'
import { useBackends } from '../client/use-backends'
import { FailureAlert } from '../ui/alert'
import { Button } from '../ui/controls/button'
import { PreferenceGroup, PreferenceRow } from './preference-row'

export function BackendSection() {
  const report = useBackends()
  const [trouble, setTrouble] = useState<ShownFailure>()
  const probeAgain = async () => {
    setTrouble(undefined)
    try {
      await appStore.getState().host?.backends.probe({ again: true })
    } catch (error) {
      setTrouble(shownFailure(error))
    }
  }
  if (!report) return null
  const text = copy.preferences.backends
  const choice = copy.backends.choice(report)
  const note = choice ? (choice.backend === 'cpu' ? choice.why : `${choice.why} ${text.other}`) : text.other
  const isTrying = report.trying.length > 0
  return (
    <PreferenceGroup title={text.title}>
      {trouble && <FailureAlert failure={trouble} onDismiss={() => setTrouble(undefined)} />}
      <PreferenceRow name={choice ? text.automatic(copy.backends.names[choice.backend]) : text.probing} note={note}>
        <Button disabled={isTrying} onClick={() => void probeAgain()}>
          {isTrying ? text.probing : text.probeAgain}
        </Button>
      </PreferenceRow>
      <OtherThanLoaded choice={choice?.backend ?? null} />
      <ul aria-label={text.list}>
        {backends.map((backend) => (
          <BackendRow key={backend} backend={backend} report={report} isChosen={choice?.backend === backend} />
        ))}
      </ul>
      <p className="border-line border-t pt-2 text-[12px] text-faint">{text.footnote}</p>
    </PreferenceGroup>
  )
}

function BackendRow(props: { readonly backend: Backend; readonly report: BackendReport; readonly isChosen: boolean }) {
  const { backend, report, isChosen } = props
  const isInUse = useApp(({ app }) => app?.engine.status === 'ready' && app.engine.info.backend === backend)
  const trial = report.trials.find((one) => one.backend === backend)
  const failure = trial?.outcome === 'fails' ? copy.backends.failure(trial) : undefined
  const text = copy.preferences.backends
  const state = trial ? (failure ? 'fails' : 'works') : report.trying.includes(backend) ? 'probing' : 'unknown'
  const marks = [text.states[state], ...(isChosen ? [text.isAutomatic] : []), ...(isInUse ? [text.inUse] : [])]
  return (
    <li
      aria-label={copy.backends.names[backend]}
      className={`flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-line border-t py-2 text-[13px] ${failure ? 'text-faint' : ''}`}
    >
      <span className="w-16 font-medium">{copy.backends.names[backend]}</span>
      <span className="min-w-56 flex-1 leading-snug [overflow-wrap:anywhere]">
        {trial?.outcome === 'works' && copy.backends.devices(trial)}
        {failure && `${failure.what} ${failure.todo}`.trim()}
      </span>
      <span className="shrink-0 text-[12px] text-soft">{marks.join(' · ')}</span>
    </li>
  )
}

/** Shown if the next load would use a different backend than the loaded model. */
function OtherThanLoaded({ choice }: { readonly choice: Backend | null }) {
  const loadedOn = useApp(({ app }) => {
    if (app?.engine.status !== 'ready' || app.model.status !== 'ready' || app.model.settings.gpuBackend !== 'auto') return null
    return app.engine.info.backend
  })
  if (!choice || !loadedOn || loadedOn === 'fake' || loadedOn === 'remote' || loadedOn === choice) return null
  return (
    <PreferenceRow name={copy.preferences.backends.loadedOn(copy.backends.names[loadedOn])}>
      <Button onClick={() => void appStore.getState().host?.restartEngine({ safeSettings: false })}>
        {copy.preferences.backends.loadOn(copy.backends.names[choice])}
      </Button>
    </PreferenceRow>
  )
}
