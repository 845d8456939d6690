import type { ReadyModel } from '../../../core/contract/app/app-state'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { previewContext } from '../../settings/context-preview'
import { useCacheShape } from '../../settings/use-cache-shape'
import { useMachine } from '../../settings/use-machine'

export const quantizedType = 'q8_0'
const large: readonly string[] = ['f32', 'f16', 'bf16']

export interface LargerContext {
  readonly kv: KvSettings
  readonly contextTokens: number
  /** Of the cache. */
  readonly bytes: number
}

/** Contexts of at least `wantedTokens` that fit into memory, as the planner calculates them, with the cache as it is and quantized. */
export function useLargerContexts(wantedTokens: number | null, model: ReadyModel, stored: KvSettings) {
  const shape = useCacheShape(model.file.id)
  const machine = useMachine(model.context.contextTokens)
  const offer = (change: Partial<KvSettings>): LargerContext | undefined => {
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
