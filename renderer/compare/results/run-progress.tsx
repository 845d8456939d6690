import { Progress } from '@base-ui/react/progress'
import { Pause, Play, X } from 'lucide-react'
import { useState } from 'react'
import { variantNames } from '../../../core/compare/variant-names'
import type { CompareProgress, CompareRun } from '../../../core/contract/compare/compare-runs'
import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'
import { cancelRun, pauseRun, resumeRun } from '../run/run-store'
import { cellName } from '../setup/cell-name'

export function RunProgress({ progress, run }: { readonly progress: CompareProgress; readonly run: CompareRun }) {
  const texts = copy.compare.progress
  const { runId, state, share } = progress
  const isPaused = state === 'paused'
  const [isPausing, setPausing] = useState(false)
  const pause = async () => {
    await pauseRun(runId)
    setPausing(true)
  }
  const resume = () => {
    setPausing(false)
    void resumeRun(runId)
  }
  return (
    <section aria-label={texts.label} className="rounded-lg border border-line bg-panel px-3 py-2.5 text-[13px]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Progress.Root value={Math.round(share * 100)} aria-label={texts.bar} className="min-w-32 flex-1">
          <Progress.Track className="h-2 overflow-hidden rounded-full bg-sunken">
            <Progress.Indicator className="bg-accent" />
          </Progress.Track>
        </Progress.Root>
        <span className="shrink-0">{texts.left(progress)}</span>
        <span className="flex shrink-0 gap-1.5">
          {isPaused ? (
            <Button className="h-7" onClick={resume}>
              <Play size={13} aria-hidden /> {texts.continue}
            </Button>
          ) : (
            <Button className="h-7" disabled={isPausing} onClick={() => void pause()}>
              <Pause size={13} aria-hidden /> {isPausing ? texts.pausing : texts.pause}
            </Button>
          )}
          <Button className="h-7" onClick={() => void cancelRun(runId)}>
            <X size={13} aria-hidden /> {texts.cancel}
          </Button>
        </span>
      </div>
      <p className="mt-1 truncate text-[12px] text-soft">{texts.line(progress, currentText(progress, run))}</p>
    </section>
  )
}

function currentText({ current }: CompareProgress, { results, plan }: CompareRun): string | null {
  const cell = current === null ? undefined : results.find(({ index }) => index === current)
  if (!cell) return null
  const name = plan ? variantNames(plan.variants, copy.compare.settingNames)[cell.variant] : undefined
  return [name, cellName(cell.part, cell.task)].filter(Boolean).join(', ')
}
