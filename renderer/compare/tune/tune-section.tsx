import { useEffect, useState } from 'react'
import type { Tuning } from '../../../core/contract/compare/compare-runs'
import { copy } from '../../../core/copy/copy'
import { useApp } from '../../client/use-app'
import { useStoredSettings } from '../../settings/use-stored-settings'
import { Button } from '../../ui/controls/button'
import { Labelled } from '../../ui/fields/form-field'
import { NumberInput } from '../../ui/fields/number-input'
import { Section } from '../../ui/section'
import { openRun, start, useRuns } from '../run/run-store'
import { Proposals } from './proposals'

export function TuneSection({ modelId }: { readonly modelId: string }) {
  const texts = copy.compare.tune
  const stored = useStoredSettings(modelId)
  const isRunning = useRuns((state) => state.progress !== null)
  const [depth, setDepth] = useState(1024)
  const tuning = useTuning(modelId)
  return (
    <Section title={texts.title} note={texts.note}>
      <div className="flex flex-wrap items-end gap-3 text-[13px]">
        <div className="w-40">
          <Labelled {...texts.depth}>
            <NumberInput
              label={texts.depth.label}
              value={depth}
              range={{ least: 0, most: 10_000_000 }}
              onChange={(next) => next !== null && setDepth(next)}
            />
          </Labelled>
        </div>
        <Button
          disabled={!stored || isRunning}
          onClick={() =>
            stored && void start((compare) => compare.tune({ modelId, title: texts.runTitle(depth), depth, settings: stored.kv }))
          }
        >
          {texts.start}
        </Button>
      </div>
      {tuning && (
        <div className="mt-2">
          <p className="mb-1 text-[12px] text-faint">
            {texts.found(tuning.at, tuning.depth)}{' '}
            <button type="button" className="underline" onClick={() => openRun(tuning.runId)}>
              {texts.showRun}
            </button>
          </p>
          <Proposals modelId={modelId} proposals={tuning.proposals} />
        </div>
      )}
    </Section>
  )
}

/** null while loading, or without a search. */
function useTuning(modelId: string): Tuning | null {
  const host = useApp((state) => state.host)
  const revision = useApp((state) => state.app?.revisions.compareRuns)
  const [tuning, setTuning] = useState<Tuning | null>(null)
  useEffect(() => {
    let isCurrent = true
    host?.compare.tuning({ modelId }).then(
      (found) => isCurrent && setTuning(found),
      (error: unknown) => console.warn('tuning', error),
    )
    return () => {
      isCurrent = false
    }
  }, [host, modelId, revision])
  return tuning
}
