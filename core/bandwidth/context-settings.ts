import type { ContextReport } from '../contract/cache/cache'
import type { CacheSettings } from '../kv/cache-settings'

export const settingsOfContext = (report: ContextReport): CacheSettings => ({
  totalContextTokens: report.contextTokens * report.sequences,
  microBatchTokens: report.batchTokens,
  sequences: report.sequences,
  keyType: report.keyType,
  valueType: report.valueType,
  swaFullCache: report.swaFullCache,
  flashAttention: report.flashAttention ? 'on' : 'off',
})
