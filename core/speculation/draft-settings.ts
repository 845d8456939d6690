import type { KvType } from '../contract/settings/kv-types'

export interface DraftedContext {
  readonly contextTokens: number
  readonly sequences: number
  readonly batchTokens: number
}

/**
 * Same length and number of sequences, so that conversations do not displace each other. f16, the default of llama.cpp's
 * --spec-draft-type-k and -v. A full cache for a sliding window, because a wrong draft and an edited prompt go back.
 */
export const draftSettings = ({ contextTokens, sequences, batchTokens }: DraftedContext) => ({
  contextTokens,
  sequences,
  batchTokens,
  keyType: 'f16' as const satisfies KvType,
  valueType: 'f16' as const satisfies KvType,
  swaFullCache: true,
  flashAttention: 'auto' as const,
})
