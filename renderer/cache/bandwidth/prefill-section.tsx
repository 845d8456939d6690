import { useMemo, useState } from 'react'
import { turningBatch } from '../../../core/bandwidth/bound'
import { peakFlopPerSecond } from '../../../core/bandwidth/prefill-peak'
import type { ReadModel } from '../../../core/bandwidth/token-reads'
import { bestOf } from '../../../core/bandwidth/triad-process'
import type { MemoryBandwidth, PrefillPeak } from '../../../core/contract/models/bandwidth'
import { copy } from '../../../core/copy/copy'
import type { CacheSettings } from '../../../core/kv/cache-settings'
import { appStore } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { useApp } from '../../client/use-app'
import { FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { Section } from '../../ui/section'

export interface PrefillSectionProps {
  readonly modelId: string
  readonly peak: PrefillPeak | null
  readonly model: ReadModel | null
  readonly settings: CacheSettings
  /** null if not measured, or if weights are in VRAM. */
  readonly memory: MemoryBandwidth | null
}

export function PrefillSection({ modelId, peak, model, settings, memory }: PrefillSectionProps) {
  const isBusy = useApp((state) => state.app === undefined || state.app.compareRunId !== null)
  const [trouble, setTrouble] = useState<ShownFailure>()
  const measure = async () => {
    setTrouble(undefined)
    try {
      await appStore.getState().host?.bandwidth.measurePrefill({ modelId })
    } catch (error) {
      setTrouble(shownFailure(error))
    }
  }
  const texts = copy.bandwidth.prefill
  return (
    <Section
      title={texts.title}
      actions={
        <Button look={peak ? 'plain' : 'primary'} disabled={isBusy || model === null} onClick={() => void measure()}>
          {isBusy ? texts.running : peak ? texts.again : texts.measure}
        </Button>
      }
    >
      {trouble && <FailureAlert failure={trouble} onDismiss={() => setTrouble(undefined)} />}
      <div className="flex flex-col gap-1 text-[13px] text-soft leading-snug">
        {peak ? <p>{texts.peak(peak)}</p> : <p>{`${texts.empty} ${texts.duration}`}</p>}
        {peak && model && memory && <Turn peak={peak} model={model} settings={settings} memory={memory} />}
      </div>
    </Section>
  )
}

interface TurnProps {
  readonly peak: PrefillPeak
  readonly model: ReadModel
  readonly settings: CacheSettings
  readonly memory: MemoryBandwidth
}

function Turn({ peak, model, settings, memory }: TurnProps) {
  const batch = useMemo(
    () => turningBatch(model, settings, { bytesPerSecond: bestOf(memory).bytesPerSecond, flopPerSecond: peakFlopPerSecond(peak) }),
    [peak, model, settings, memory],
  )
  const texts = copy.bandwidth.prefill
  return <p>{batch === null ? texts.neverTurns : texts.turns(batch)}</p>
}
