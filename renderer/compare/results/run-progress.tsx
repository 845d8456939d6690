import { Progress } from '@base-ui/react/progress'
import { Pause, Play, X } from 'lucide-react'
import { useState } from 'react'
import { variantNames } from '../../../core/compare/variant-names'
import type { CompareProgress, CompareRun } from '../../../core/contract/compare/compare-runs'
import { copy } from '../../../core/copy/copy'
import { formatCount } from '../../../core/text/amounts'
import { Button } from '../../ui/controls/button'
import { durationText } from '../run/estimate-duration'
import { cancelRun, pauseRun, resumeRun } from '../run/run-store'
import { cellName } from '../setup/part-names'

export function RunProgress({ progress, run }: { readonly progress: CompareProgress; readonly run: CompareRun }) {
  const { runId, state, share, cells, done, failed } = progress
  const isPaused = state === 'paused'
  /** The host knows, and waits for the measurement under way. */
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
    <section aria-label="Progress" className="rounded-lg border border-line bg-panel px-3 py-2.5 text-[13px]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Progress.Root value={Math.round(share * 100)} aria-label="Progress of the benchmark" className="min-w-32 flex-1">
          <Progress.Track className="h-2 overflow-hidden rounded-full bg-sunken">
            <Progress.Indicator className="bg-accent" />
          </Progress.Track>
        </Progress.Root>
        <span className="shrink-0">{leftText(progress)}</span>
        <span className="flex shrink-0 gap-1.5">
          {isPaused ? (
            <Button className="h-7" onClick={resume}>
              <Play size={13} aria-hidden /> Go on
            </Button>
          ) : (
            <Button className="h-7" disabled={isPausing} onClick={() => void pause()}>
              <Pause size={13} aria-hidden /> {isPausing ? 'Pausing after this measurement' : 'Pause'}
            </Button>
          )}
          <Button className="h-7" onClick={() => void cancelRun(runId)}>
            <X size={13} aria-hidden /> Cancel
          </Button>
        </span>
      </div>
      <p className="mt-1 truncate text-[12px] text-soft">
        {formatCount(done)} of {formatCount(cells)} measurements done{failed > 0 && `, ${formatCount(failed)} failed`}
        {isPaused ? '. The chat has the machine; what was measured is kept.' : currentText(progress, run)}
      </p>
    </section>
  )
}

function leftText({ state, secondsLeft, share }: CompareProgress): string {
  if (state === 'paused') return 'paused'
  const percent = `${Math.round(share * 100)} %`
  return secondsLeft === null ? `${percent}, time left not known yet` : `${percent}, about ${durationText(secondsLeft)} left`
}

function currentText({ current }: CompareProgress, { results, plan }: CompareRun): string {
  const cell = current === null ? undefined : results.find(({ index }) => index === current)
  if (!cell) return ''
  const name = plan ? variantNames(plan.variants, copy.compare.settingNames)[cell.variant] : undefined
  return `. Now: ${[name, cellName(cell.part, cell.task)].filter(Boolean).join(', ')}`
}
