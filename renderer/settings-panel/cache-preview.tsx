import type { KvSettings } from '../../core/contract/settings/kv-settings'
import { copy } from '../../core/copy/copy'
import type { CacheShape } from '../../core/kv/shape/cache-shape'
import { chooseContext } from '../../core/plan/choose-context'
import { formatBytes } from '../../core/text/amounts'
import { formatNumber, withPercentSign } from '../../core/text/number-language'
import { useCacheSamples } from '../cache/cells/use-cache-sample'
import { useApp } from '../client/use-app'
import type { ContextPreview } from '../settings/context-preview'

export interface CachePreviewProps {
  readonly stored: KvSettings
  readonly edited: KvSettings
  readonly shape: CacheShape | null
  readonly preview: ContextPreview
  readonly recreates: boolean
}

export function CachePreview({ stored, edited, shape, preview, recreates }: CachePreviewProps) {
  const model = useApp((state) => state.app?.model)
  const { choice, freeBytes } = preview
  if (!shape || choice === null) return null
  const text = copy.settings.preview
  const before = model?.status === 'ready' ? model.context.allocatedBytes : plannedBytes(shape, stored, freeBytes)
  const after = choice.kind === 'fits' ? choice.predictedBytes : null
  const isFree = freeBytes !== null && Number.isFinite(freeBytes)
  return (
    <div className="flex flex-col gap-1 leading-snug">
      <p className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="text-soft">{text.cache}</span>
        <span>
          {before !== null && <span title={text.bytes(before)}>{formatBytes(before)}</span>}
          {recreates && after !== null && (
            <>
              <span aria-hidden className="px-1 text-faint">
                →
              </span>
              <span className="sr-only"> {text.nowThen} </span>
              <span data-testid="bytes-after" title={text.bytes(after)} className="font-medium">
                {formatBytes(after)}
              </span>
              {before !== null && before > 0 && <span className="text-faint"> {changeText(before, after)}</span>}
            </>
          )}
        </span>
      </p>
      {recreates && after !== null && isFree && (
        <p className="flex flex-wrap justify-between gap-x-2 text-[12px] text-faint">
          <span>{text.fits}</span>
          <span title={text.bytes(freeBytes)}>{formatBytes(freeBytes)}</span>
        </p>
      )}
      {recreates && after !== null && model?.status === 'ready' && <Cost stored={stored} edited={edited} />}
    </div>
  )
}

function plannedBytes(shape: CacheShape, settings: KvSettings, freeBytes: number | null): number | null {
  const choice = chooseContext(shape, settings, freeBytes ?? Number.POSITIVE_INFINITY)
  return choice.kind === 'fits' ? choice.predictedBytes : null
}

function changeText(before: number, after: number): string {
  const percent = ((after - before) / before) * 100
  if (Math.abs(percent) >= 1000) return copy.settings.preview.times(after / before)
  return withPercentSign(`${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${formatNumber(Math.abs(percent), Math.abs(percent) < 10 ? 1 : 0)}`)
}

/** Follows the engine's cells, so mount it only if some could be lost. */
function Cost({ stored, edited }: { readonly stored: KvSettings; readonly edited: KvSettings }) {
  const held = useCacheSamples().filter((sample) => sample.conversationId !== null && sample.tokens > 0)
  const tokens = held.reduce((sum, sample) => sum + sample.tokens, 0)
  const does = stored.gpuBackend !== edited.gpuBackend ? 'restart' : stored.gpuLayers !== edited.gpuLayers ? 'load' : 'context'
  return <p className="text-[12px] text-faint">{copy.settings.preview.cost({ does, conversations: held.length, tokens })}</p>
}
