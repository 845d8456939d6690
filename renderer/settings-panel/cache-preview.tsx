import type { KvSettings } from '../../core/contract/settings/kv-settings'
import type { CacheShape } from '../../core/kv/shape/cache-shape'
import { chooseContext } from '../../core/plan/choose-context'
import { formatBytes, formatCount } from '../../core/text/amounts'
import { formatNumber } from '../../core/text/number-language'
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

/** Cache bytes before and after, whether they fit, and the cost of applying. */
export function CachePreview({ stored, edited, shape, preview, recreates }: CachePreviewProps) {
  const model = useApp((state) => state.app?.model)
  const { choice, freeBytes } = preview
  if (!shape || choice === null) return null
  const before = model?.status === 'ready' ? model.context.allocatedBytes : plannedBytes(shape, stored, freeBytes)
  const after = choice.kind === 'fits' ? choice.predictedBytes : null
  const isFree = freeBytes !== null && Number.isFinite(freeBytes)
  return (
    <div className="flex flex-col gap-1 leading-snug">
      <p className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="text-soft">Cache</span>
        <span>
          {before !== null && <span title={`${formatCount(before)} bytes`}>{formatBytes(before)}</span>}
          {recreates && after !== null && (
            <>
              <span aria-hidden className="px-1 text-faint">
                →
              </span>
              <span className="sr-only"> now, then </span>
              <span data-testid="bytes-after" title={`${formatCount(after)} bytes`} className="font-medium">
                {formatBytes(after)}
              </span>
              {before !== null && before > 0 && <span className="text-faint"> {changeText(before, after)}</span>}
            </>
          )}
        </span>
      </p>
      {recreates && after !== null && isFree && (
        <p className="flex flex-wrap justify-between gap-x-2 text-[12px] text-faint">
          <span>Fits into free memory</span>
          <span title={`${formatCount(freeBytes)} bytes`}>{formatBytes(freeBytes)}</span>
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
  if (Math.abs(percent) >= 1000) return `× ${formatNumber(after / before, 1)}`
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${formatNumber(Math.abs(percent), Math.abs(percent) < 10 ? 1 : 0)} %`
}

/** Asks the engine what the cache holds, so it is mounted only if something could be lost. */
function Cost({ stored, edited }: { readonly stored: KvSettings; readonly edited: KvSettings }) {
  const held = useCacheSamples().filter((sample) => sample.conversationId !== null && sample.tokens > 0)
  const tokens = held.reduce((sum, sample) => sum + sample.tokens, 0)
  const first =
    stored.gpuBackend !== edited.gpuBackend
      ? 'Restarts the engine and loads the model again.'
      : stored.gpuLayers !== edited.gpuLayers
        ? 'Loads the model again.'
        : 'Creates a new context.'
  const conversations = held.length === 1 ? '1 conversation is' : `${formatCount(held.length)} conversations are`
  return (
    <p className="text-[12px] text-faint">
      {first}{' '}
      {held.length > 0
        ? `${conversations} processed again on the next message: ${formatCount(tokens)} tokens.`
        : 'Nothing is in the cache that would be lost.'}
    </p>
  )
}
