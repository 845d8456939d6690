import { useMemo } from 'react'
import { useStore } from 'zustand'
import { settingsOfContext } from '../../../core/bandwidth/context-settings'
import type { ReadyModel } from '../../../core/contract/app/app-state'
import type { TurnMetrics } from '../../../core/contract/chat/turn'
import { copy } from '../../../core/copy/copy'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { useApp } from '../../client/use-app'
import { MachineSection } from './machine-section'
import { ModelBandwidth } from './model-bandwidth'
import { PrefillSection } from './prefill-section'
import { usePrefillPeak, useReadModel } from './use-read-model'

export interface BandwidthViewProps {
  /** Stays the same while a prefill measurement unloads the model. */
  readonly loaded: ReadyModel
}

export function BandwidthView({ loaded: { file, context, model: weights } }: BandwidthViewProps) {
  const modelId = file.id
  const measured = useApp((state) => state.app?.bandwidth.memory ?? null)
  const isInRam = weights.weightBytes.vram === 0
  const model = useReadModel(modelId)
  const peak = usePrefillPeak(modelId)
  const settings = useMemo(() => settingsOfContext(context), [context])
  const turns = useTurns()
  // The bandwidth of RAM says nothing about weights in VRAM.
  const memory = isInRam ? measured : null
  const texts = copy.bandwidth
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="grid grid-cols-2 items-start gap-x-6 gap-y-4 pb-2 @max-[56rem]:grid-cols-1">
        <MachineSection memory={measured} />
        <PrefillSection modelId={modelId} peak={peak} model={model ?? null} settings={settings} turns={turns} memory={memory} />
        {model ? (
          <ModelBandwidth model={model} settings={settings} turns={turns} memory={memory} peak={peak} isInRam={isInRam} />
        ) : (
          <p className="col-span-full text-[13px] text-faint">{model === null ? texts.noReads : texts.reading}</p>
        )}
      </div>
    </div>
  )
}

function useTurns(): readonly TurnMetrics[] {
  const thread = useStore(conversationStore, (state) => state.thread)
  return useMemo(() => thread?.messages.flatMap(({ metrics }) => metrics ?? []) ?? [], [thread])
}
