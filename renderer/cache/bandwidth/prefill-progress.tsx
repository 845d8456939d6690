import { Progress } from '@base-ui/react/progress'
import { useEffect, useState } from 'react'
import type { CompareProgress } from '../../../core/contract/compare/compare-runs'
import { copy } from '../../../core/copy/copy'
import { follow } from '../../../core/streams/follow'
import { useApp } from '../../client/use-app'
import { Button } from '../../ui/controls/button'

/** Of the benchmark that runs while there is no model in the chat. */
export function PrefillProgress({ onCancel }: { readonly onCancel: (runId: string) => void }) {
  const progress = useProgress()
  const texts = copy.compare.progress
  if (!progress) return null
  return (
    <section aria-label={texts.label} className="flex flex-col gap-1.5">
      <div className="flex items-center gap-3">
        <Progress.Root value={Math.round(progress.share * 100)} aria-label={texts.bar} className="min-w-24 flex-1">
          <Progress.Track className="h-2 overflow-hidden rounded-full bg-sunken">
            <Progress.Indicator className="bg-accent" />
          </Progress.Track>
        </Progress.Root>
        <span>{texts.left(progress)}</span>
        <Button className="h-7" onClick={() => onCancel(progress.runId)}>
          {texts.cancel}
        </Button>
      </div>
      <p className="text-[12px]">{`${texts.line(progress, null)}. ${copy.bandwidth.prefill.noModel}`}</p>
    </section>
  )
}

const everyMs = 500

function useProgress(): CompareProgress | null {
  const host = useApp((state) => state.host)
  const [progress, setProgress] = useState<CompareProgress | null>(null)
  useEffect(() => {
    if (!host) return
    const leaving = new AbortController()
    const read = async () => {
      for await (const next of follow(host, host.compare.follow, { everyMs }, leaving.signal)) setProgress(next)
    }
    read().catch((error: unknown) => {
      if (!leaving.signal.aborted) console.warn('progress', error)
    })
    return () => leaving.abort()
  }, [host])
  return progress
}
