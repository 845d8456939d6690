import { useEffect, useState } from 'react'
import type { Tuning } from '../../../core/contract/compare/compare-runs'
import { formatCount } from '../../../core/text/amounts'
import { useApp } from '../../client/use-app'
import { useStoredSettings } from '../../settings/use-stored-settings'
import { Button } from '../../ui/controls/button'
import { Labelled } from '../../ui/fields/form-field'
import { NumberInput } from '../../ui/fields/number-input'
import { Section } from '../../ui/section'
import { openRun, start, useRuns } from '../run/run-store'
import { Proposals } from './proposals'

/** Searches for the fastest settings of a model on this machine, in under a minute. */
export function TuneSection({ modelId }: { readonly modelId: string }) {
  const stored = useStoredSettings(modelId)
  const isRunning = useRuns((state) => state.progress !== null)
  const [depth, setDepth] = useState(1024)
  const tuning = useTuning(modelId)
  return (
    <Section
      title="Tune"
      note="Tries threads, flash attention, batch and GPU layers on this machine, for under a minute, and proposes the fastest. K and V types stay as they are in the model’s settings."
    >
      <div className="flex flex-wrap items-end gap-3 text-[13px]">
        <div className="w-40">
          <Labelled
            label="Depth in tokens"
            meaning="How full the cache is when decoding is to be fast: what is fastest at the beginning need not be so later."
          >
            <NumberInput
              label="Depth in tokens"
              value={depth}
              range={{ least: 0, most: 10_000_000 }}
              onChange={(next) => next !== null && setDepth(next)}
            />
          </Labelled>
        </div>
        <Button
          disabled={!stored || isRunning}
          onClick={() => stored && void start((compare) => compare.tune({ modelId, depth, settings: stored.kv }))}
        >
          Find the fastest settings
        </Button>
      </div>
      {tuning && (
        <div className="mt-2">
          <p className="mb-1 text-[12px] text-faint">
            Found {new Date(tuning.at).toLocaleString()} at a depth of {formatCount(tuning.depth)} tokens.{' '}
            <button type="button" className="underline" onClick={() => openRun(tuning.runId)}>
              Show the table behind it
            </button>
          </p>
          <Proposals modelId={modelId} proposals={tuning.proposals} />
        </div>
      )}
    </Section>
  )
}

/** The last search's proposals; null: no search, or not known yet. */
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
