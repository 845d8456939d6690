import type { ContextReport } from '../../../core/contract/cache/cache'
import { formatBytes, formatCount } from '../../../core/text/amounts'

export function contextWords({
  contextTokens,
  sequences,
  keyType,
  valueType,
  batchTokens,
  flashAttention,
  swaFullCache,
  allocatedBytes,
  threads,
}: ContextReport): string {
  const count = sequences === 1 ? '1 sequence' : `${sequences} sequences`
  const flash = flashAttention ? 'flash attention' : 'no flash attention'
  const full = swaFullCache ? ', full sliding-window cache' : ''
  return `Context of ${formatCount(contextTokens)} tokens for ${count}: K ${keyType}, V ${valueType}, batch ${formatCount(batchTokens)}, ${flash}${full}, ${threads.chosen} of ${threads.cores} threads; its caches take ${formatBytes(allocatedBytes)}.`
}
