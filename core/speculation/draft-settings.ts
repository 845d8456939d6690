/** The context that a draft model gets beside the one it drafts for. */
import type { KvType } from '../contract/settings/kv-types'

/** What it has in common with the context that it drafts for. */
export interface DraftedContext {
  readonly contextTokens: number
  readonly sequences: number
  readonly batchTokens: number
}

/**
 * As long as the other, with a sequence for each of its sequences: what one conversation reads does not push another's out. f16, as llama.cpp's
 * --spec-draft-type-k and -v are by themselves. A sliding window has all its cells: a draft that was wrong goes back, and so does an edited prompt.
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
