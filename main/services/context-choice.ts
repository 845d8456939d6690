/** How long a context to ask for, and whether the machine can hold it. */
import { coded } from '../../core/contract/coded-error'
import type { KvSettings } from '../../core/contract/kv-settings'
import type { GgufHeader } from '../../core/gguf/header'
import { fittingContextTokens, fullAttentionBytes } from '../../core/kv/full-attention'

/** `auto` stops here: enough for long chats, and not gigabytes that nobody asked for. */
const autoTokens = 8192
/** For models that do not say what they were trained for. */
const unknownTrainedTokens = 4096
/** Left for compute buffers and the rest of the system. */
const reserveBytes = 512 * 2 ** 20

export interface ContextChoice {
  readonly contextTokens: number
  readonly predictedBytes: number | null
}

/** `freeBytes`: memory that is free with the weights loaded. Throws `context-larger-than-memory`. */
export function chooseContext(header: GgufHeader, trainedTokens: number, settings: KvSettings, freeBytes: number): ContextChoice {
  const usable = Math.max(0, freeBytes - reserveBytes)
  const fitting = fittingContextTokens(header, settings, usable)
  const contextTokens = settings.contextTokens === 'auto' ? automatic(trainedTokens, fitting) : settings.contextTokens
  const predictedBytes = fullAttentionBytes(header, settings, contextTokens)
  if (predictedBytes !== null && predictedBytes > usable)
    throw coded('context-larger-than-memory', {
      neededBytes: predictedBytes,
      freeBytes: usable,
      contextTokens,
      fittingTokens: fitting ?? 0,
    })
  return { contextTokens, predictedBytes }
}

function automatic(trainedTokens: number, fitting: number | null): number {
  const wanted = Math.min(trainedTokens || unknownTrainedTokens, autoTokens)
  return fitting === null ? wanted : Math.max(256, Math.min(wanted, fitting))
}
