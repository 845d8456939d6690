import { lazy, Suspense, useState } from 'react'
import { useStore } from 'zustand'
import type { ModelStatus, ReadyModel } from '../../core/contract/app/app-state'
import type { CacheFill, Checkpoint, ContextReport } from '../../core/contract/cache/cache'
import { copy } from '../../core/copy/copy'
import { conversationStore } from '../chat/conversation/conversation-store'
import { useApp } from '../client/use-app'
import { FigureTips } from '../ui/figure'
import { usePreferences } from '../window/preference-store'
import { AnatomyButton } from './anatomy/anatomy-button'
import { BandwidthButton } from './bandwidth/bandwidth-button'
import { CacheFoot } from './cache-foot'
import { CacheSection } from './cache-section'
import { MemoryCard } from './card/memory-card'
import { PanelHead } from './card/panel-head'
import { shownCells } from './cells/shown-cells'
import { useCacheSamples } from './cells/use-cache-sample'
import { LabLink } from './lab-link'
import { OtherConversation } from './other-conversation'
import { SequencesHeld } from './sequences-held'
import { ServerPanel } from './server/server-panel'
import { StoreButton } from './store/store-button'
import { TurnCharts } from './turns/turn-charts'

const BandwidthDialog = lazy(() =>
  import('./bandwidth/bandwidth-dialog').then(({ BandwidthDialog: component }) => ({ default: component })),
)

export function CachePanel() {
  const model = useApp((state) => state.app?.model)
  const details = usePreferences((values) => values.details)
  // Outside `Caches`, because a prefill measurement unloads the model, which unmounts `Caches`.
  const [explained, setExplained] = useState<ReadyModel | null>(null)
  return (
    <>
      {model?.status === 'ready' ? (
        <Caches loaded={model} onExplain={() => setExplained(model)} />
      ) : model?.status === 'server' ? (
        <ServerPanel server={model.server} />
      ) : (
        model && (
          <div className="flex flex-col gap-4 p-4">
            <PanelHead />
            <p className="text-[13px] text-faint">{details ? absenceText(model) : copy.cache.card.absent}</p>
            {details && <StoreButton />}
          </div>
        )
      )}
      {explained && (
        <Suspense>
          <BandwidthDialog loaded={explained} onClose={() => setExplained(null)} />
        </Suspense>
      )}
    </>
  )
}

function absenceText(model: ModelStatus): string {
  const { absent } = copy.cache
  switch (model.status) {
    case 'loading':
      return absent.loading
    case 'failed':
      return model.failure.code === 'engine-gone' ? absent.engineGone : absent.notLoaded
    default:
      return absent.noModel
  }
}

interface CachesProps {
  readonly loaded: ReadyModel
  readonly onExplain: () => void
}

function Caches({ loaded: { context, draft }, onExplain }: CachesProps) {
  const details = usePreferences((values) => values.details)
  const openId = useStore(conversationStore, (state) => state.openId)
  const samples = useCacheSamples()
  const turnId = useStore(conversationStore, ({ thread }) => thread?.messages.findLast(({ role }) => role === 'assistant')?.turnId ?? null)
  // A choice lasts until another answer is shown.
  const [chosen, setChosen] = useState<{ readonly sequence: number; readonly turnId: string | null } | null>(null)
  const onChoose = (sequence: number) => setChosen({ sequence, turnId })
  const sequence = chosen?.turnId === turnId ? chosen.sequence : null
  const { sample, own, otherConversationId } = shownCells(samples, { openId, turnId, sequence })
  // llama.cpp may create a cache of 0 bytes for a kind of layer the model lacks.
  const fills = (sample?.fills ?? emptyFills(context)).filter(({ allocatedBytes }) => allocatedBytes > 0)
  if (!details)
    return (
      <div className="flex flex-col gap-3 p-4">
        <PanelHead />
        <MemoryCard context={context} own={own.length > 0 ? sample : undefined} />
      </div>
    )
  return (
    <div className="flex flex-col gap-4 p-4">
      <PanelHead />
      {otherConversationId !== null && <OtherConversation conversationId={otherConversationId} sequences={context.sequences} />}
      <SequencesHeld samples={own} shown={sample} context={context} onChoose={onChoose} />
      {fills.map((fill, at) => (
        <CacheSection key={`${fill.kind} ${at}`} fill={fill} sample={sample} />
      ))}
      <div className="flex flex-wrap gap-2">
        <AnatomyButton sample={sample} own={own} fills={fills} onChoose={onChoose} />
        <BandwidthButton onOpen={onExplain} />
        <StoreButton />
      </div>
      {own.length > 0 && <LabLink />}
      <TurnCharts />
      <CacheFoot
        context={context}
        threads={sample?.threads ?? context.threads.chosen}
        checkpoints={sample?.checkpoints ?? none}
        draft={draft}
      />
      <FigureTips />
    </div>
  )
}

const none: readonly Checkpoint[] = []

const emptyFills = (context: ContextReport): CacheFill[] =>
  context.caches.map((cache) => ({
    kind: cache.kind,
    usedCells: 0,
    totalCells: cache.cells,
    usedBytes: 0,
    allocatedBytes: (cache.keyBytes + cache.valueBytes) / cache.streams,
    fromPosition: 0,
  }))
