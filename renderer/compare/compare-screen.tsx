import { PanelLeft } from 'lucide-react'
import { useState } from 'react'
import { copy } from '../../core/copy/copy'
import { Alert, FailureAlert } from '../ui/alert'
import { Button } from '../ui/controls/button'
import { useEscape } from '../ui/use-escape'
import { useIsNarrower } from '../window/use-is-narrower'
import { RunView } from './results/run-view'
import { dismissTrouble, openRun, useRuns, useRunsUpToDate } from './run/run-store'
import { RunList } from './run-list'
import { SetupForm } from './setup/form/setup-form'

export function CompareScreen() {
  useRunsUpToDate()
  const isNarrow = useIsNarrower(1000)
  const [listOpen, setListOpen] = useState(false)
  const close = () => setListOpen(false)
  useEscape(isNarrow && listOpen, close)
  const trouble = useRuns((state) => state.trouble)
  const isShown = useRuns((state) => state.shown.length > 0)
  const layout = isNarrow ? 'absolute top-0 bottom-0 left-0 z-30 w-64 shadow-raised' : 'w-60 shrink-0'
  return (
    <div className="relative flex min-h-0 flex-1">
      {(!isNarrow || listOpen) && (
        <section aria-label={copy.compare.runs.label} className={`flex flex-col border-line border-r bg-paper ${layout}`}>
          <RunList onChosen={close} />
        </section>
      )}
      <section aria-label={copy.compare.runs.comparison} className="min-w-0 flex-1 overflow-y-auto px-5 pt-4 @max-[62.5rem]:px-4">
        <div className="mx-auto flex max-w-6xl flex-col gap-3 pb-4">
          {isNarrow && (
            <Button className="h-7 self-start" aria-expanded={listOpen} onClick={() => setListOpen(!listOpen)}>
              <PanelLeft size={14} aria-hidden /> {copy.compare.runs.label}
            </Button>
          )}
          {trouble && <FailureAlert failure={trouble} onDismiss={dismissTrouble} />}
          {!isShown && <RunningElsewhere />}
          {isShown ? <RunView /> : <SetupForm />}
        </div>
      </section>
    </div>
  )
}

function RunningElsewhere() {
  const progress = useRuns((state) => state.progress)
  if (!progress) return null
  return (
    <Alert tone="note" sentence={copy.compare.runs.running.sentence}>
      <Button onClick={() => openRun(progress.runId)}>{copy.compare.runs.running.show}</Button>
    </Alert>
  )
}
