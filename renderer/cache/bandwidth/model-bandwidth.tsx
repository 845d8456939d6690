import { useMemo } from 'react'
import { depthPoints, measuredDecodes, measuredPrefills } from '../../../core/bandwidth/conversation-points'
import { decodeGrid, decodeStep, gridDepths } from '../../../core/bandwidth/decode-grid'
import { predictItl, type ReadBytes } from '../../../core/bandwidth/predict-itl'
import type { ReadModel } from '../../../core/bandwidth/token-reads'
import { bestOf } from '../../../core/bandwidth/triad-process'
import type { TurnMetrics } from '../../../core/contract/chat/turn'
import type { MemoryBandwidth, PrefillPeak } from '../../../core/contract/models/bandwidth'
import type { CacheSettings } from '../../../core/kv/cache-settings'
import { DecodeGrid } from './decode-grid'
import { DepthCharts } from './depth-charts'
import { RooflineCard } from './roofline-card'
import { TokenBytes } from './token-bytes'

export interface ModelBandwidthProps {
  readonly model: ReadModel
  readonly settings: CacheSettings
  /** Oldest first. */
  readonly turns: readonly TurnMetrics[]
  /** null if not measured, or if weights are in VRAM. */
  readonly memory: MemoryBandwidth | null
  readonly peak: PrefillPeak | null
  readonly isInRam: boolean
}

export function ModelBandwidth({ model, settings, turns, memory, peak, isInRam }: ModelBandwidthProps) {
  const contextTokens = contextOf(settings)
  const bytesPerSecond = memory && bestOf(memory).bytesPerSecond
  const steps = useMemo(() => decodeGrid(model, settings, gridDepths(contextTokens)), [model, settings, contextTokens])
  const points = useMemo(() => depthPoints(turns, model, settings), [turns, model, settings])
  const decodes = useMemo(() => measuredDecodes(turns, model, settings), [turns, model, settings])
  const bytes = useMemo(() => bytesOf(model, settings), [model, settings])
  const outcome = useMemo(() => predictItl(points, bytes, bytesPerSecond), [points, bytes, bytesPerSecond])
  const prefills = useMemo(() => measuredPrefills(turns, model, settings), [turns, model, settings])
  const depth = Math.max(1, turns.at(-1)?.usedCells ?? 1)
  return (
    <>
      <TokenBytes model={model} settings={settings} depth={Math.min(depth, contextTokens)} memory={memory} />
      <DecodeGrid steps={steps} type={settings.keyType} bytesPerSecond={bytesPerSecond} outcome={outcome} bytes={bytes} />
      <RooflineCard
        model={model}
        settings={settings}
        steps={steps}
        decodes={decodes}
        prefills={prefills}
        memory={memory}
        peak={peak}
        isInRam={isInRam}
      />
      <DepthCharts
        model={model}
        settings={settings}
        turns={turns}
        points={points}
        outcome={outcome}
        bytes={bytes}
        bytesPerSecond={bytesPerSecond}
        contextTokens={contextTokens}
      />
    </>
  )
}

/** Per sequence. */
const contextOf = (settings: CacheSettings): number =>
  'contextTokens' in settings ? settings.contextTokens : settings.totalContextTokens / Math.max(1, settings.sequences)

const bytesOf = (model: ReadModel, settings: CacheSettings): ReadBytes => ({
  cache: (tokens) => decodeStep(model, settings, tokens).cacheBytes,
  moved: (tokens) => decodeStep(model, settings, tokens).movedBytes,
})
