/** What the event log says of a load. */
import type { ContextReport } from '../../core/contract/cache'
import type { LoadedModel } from '../../core/contract/models'
import { fileNameOf } from '../../core/events/bug-report'
import { formatBytes, formatCount, formatMs } from '../../core/text/amounts'

export function weightsWords(path: string, { weightBytes: { ram, vram }, loadMs, gpuLayers }: LoadedModel): string {
  const onGpu = gpuLayers > 0 ? `, ${gpuLayers} layers on a GPU` : ''
  return `${fileNameOf(path)} was loaded in ${formatMs(loadMs)}: weights of ${formatBytes(ram + vram)}${onGpu}.`
}

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
