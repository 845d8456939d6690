import type { KvType } from '../contract/settings/kv-types'

export interface DraftedContext {
  readonly contextTokens: number
  readonly sequences: number
  readonly batchTokens: number
}

/**
 * f16 is the default of llama.cpp's --spec-draft-type-k and -v. A sliding window gets a full-size cache, because wrong drafts must be
 * removed.
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
