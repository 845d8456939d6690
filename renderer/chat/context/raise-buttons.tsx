import type { ReactNode } from 'react'
import type { ReadyModel } from '../../../core/contract/app/app-state'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { copy } from '../../../core/copy/copy'
import { appStore } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { useApp } from '../../client/use-app'
import { previewContext } from '../../settings/context-preview'
import type { StoredSettings } from '../../settings/settings-edits'
import { useCacheShape } from '../../settings/use-cache-shape'
import { useMachine } from '../../settings/use-machine'
import { Button } from '../../ui/controls/button'
import { usePreferences } from '../../window/preference-store'

const quantizedType = 'q8_0'
const large: readonly string[] = ['f32', 'f16', 'bf16']

export interface RaiseButtonsProps {
  /** null if a larger context would not help. */
  readonly wantedTokens: number | null
  readonly model: ReadyModel
  readonly stored: StoredSettings
  /** undefined after a success. */
  readonly onTrouble: (trouble: ShownFailure | undefined) => void
  /** Shown if no larger context fits. */
  readonly otherwise?: ReactNode
}

/** Raise the context to `wantedTokens`, with the cache as it is or quantized, if the planner says that this fits into memory. */
export function RaiseButtons({ wantedTokens, model, stored, onTrouble, otherwise }: RaiseButtonsProps) {
  const details = usePreferences((values) => values.details)
  const isBusy = useApp(({ app }) => (app?.turns.length ?? 0) > 0 || app?.summary !== null)
  const { isPlanned, raised, quantized } = useOffers(wantedTokens, model, stored.kv)
  const texts = copy.chat.contextFull
  const apply = async (kv: KvSettings) => {
    try {
      await appStore.getState().host?.models.saveKv({ modelId: model.file.id, kv })
      onTrouble(undefined)
    } catch (error) {
      onTrouble(shownFailure(error))
    }
  }
  return (
    <>
      {raised && (
        <Button disabled={isBusy} onClick={() => void apply(raised.kv)}>
          {details ? texts.raise(raised.contextTokens, raised.bytes) : texts.plainRaise(raised.bytes)}
        </Button>
      )}
      {quantized && (details || !raised) && (
        <Button disabled={isBusy} onClick={() => void apply(quantized.kv)}>
          {details ? texts.quantize(quantized.contextTokens, quantizedType, quantized.bytes) : texts.plainRaise(quantized.bytes)}
        </Button>
      )}
      {!raised && !quantized && isPlanned && otherwise}
    </>
  )
}

/** `bytes` of the cache, as the planner calculates them. */
function useOffers(wantedTokens: number | null, model: ReadyModel, stored: KvSettings) {
  const shape = useCacheShape(model.file.id)
  const machine = useMachine(model.context.contextTokens)
  const offer = (change: Partial<KvSettings>) => {
    if (wantedTokens === null) return undefined
    const kv = { ...stored, contextTokens: wantedTokens, ...change }
    const { choice } = previewContext(shape, kv, model, machine)
    return choice?.kind === 'fits' && choice.contextTokens >= wantedTokens
      ? { kv, contextTokens: choice.contextTokens, bytes: choice.predictedBytes }
      : undefined
  }
  const isQuantizable = large.includes(stored.keyType) || large.includes(stored.valueType)
  return {
    isPlanned: shape !== null && machine !== undefined,
    raised: offer({}),
    quantized: isQuantizable ? offer({ keyType: quantizedType, valueType: quantizedType }) : undefined,
  }
}
