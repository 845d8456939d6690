import { useMemo, useState } from 'react'
import { turningBatch } from '../../../core/bandwidth/bound'
import { measuredDecodes, measuredPrefills } from '../../../core/bandwidth/conversation-points'
import { busySpread, highestRate, turningEvidence } from '../../../core/bandwidth/highest-rate'
import { peakFlopPerSecond, secondsOfPeakPlan } from '../../../core/bandwidth/prefill-peak'
import type { ReadModel } from '../../../core/bandwidth/token-reads'
import { bestOf } from '../../../core/bandwidth/triad-process'
import type { TurnMetrics } from '../../../core/contract/chat/turn'
import type { MemoryBandwidth, PrefillPeak } from '../../../core/contract/models/bandwidth'
import { copy } from '../../../core/copy/copy'
import type { CacheSettings } from '../../../core/kv/cache-settings'
import { connectedHost } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import type { HostClient } from '../../client/transport'
import { useApp } from '../../client/use-app'
import { FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { Section } from '../../ui/section'
import { PrefillProgress } from './prefill-progress'

export interface PrefillSectionProps {
  readonly modelId: string
  readonly peak: PrefillPeak | null
  readonly model: ReadModel | null
  readonly settings: CacheSettings
  readonly turns: readonly TurnMetrics[]
  /** null if not measured, or if weights are in VRAM. */
  readonly memory: MemoryBandwidth | null
}

export function PrefillSection({ modelId, peak, model, settings, turns, memory }: PrefillSectionProps) {
  const isBusy = useApp((state) => state.app === undefined || state.app.compareRunId !== null)
  const [trouble, setTrouble] = useState<ShownFailure>()
  const attempt = async (work: (host: HostClient) => Promise<unknown>) => {
    setTrouble(undefined)
    try {
      await work(await connectedHost())
    } catch (error) {
      setTrouble(shownFailure(error))
    }
  }
  const measure = () => attempt((host) => host.bandwidth.measurePrefill({ modelId }))
  const seconds = useMemo(() => secondsOfPeakPlan(turns), [turns])
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
        {isBusy && <PrefillProgress onCancel={(runId) => void attempt((host) => host.compare.cancel({ runId }))} />}
        {!peak && <p>{[texts.empty, texts.what, seconds === null ? '' : texts.estimate(seconds)].filter(Boolean).join(' ')}</p>}
        {peak && model && <Peak peak={peak} model={model} settings={settings} turns={turns} memory={memory} />}
      </div>
    </Section>
  )
}

interface PeakProps extends Pick<PrefillSectionProps, 'settings' | 'turns' | 'memory'> {
  readonly peak: PrefillPeak
  readonly model: ReadModel
}

function Peak({ peak, model, settings, turns, memory }: PeakProps) {
  const highest = useMemo(
    () => highestRate(peak, measuredPrefills(turns, model, settings), measuredDecodes(turns, model, settings)),
    [peak, turns, model, settings],
  )
  const batch = useMemo(
    () => memory && turningBatch(model, settings, { bytesPerSecond: bestOf(memory).bytesPerSecond, flopPerSecond: highest.flopPerSecond }),
    [highest, model, settings, memory],
  )
  const measured = peakFlopPerSecond(peak)
  const spread = busySpread(peak)
  const texts = copy.bandwidth.prefill
  return (
    <>
      <p>{texts.highest(highest, peak)}</p>
      {highest.flopPerSecond > measured && <p className="text-warning">{texts.beaten(measured)}</p>}
      {spread !== null && <p className="text-warning">{texts.busy(spread)}</p>}
      {memory && <p>{batch === null ? texts.neverTurns : texts.turns(batch, turningEvidence(peak, batch))}</p>}
    </>
  )
}
