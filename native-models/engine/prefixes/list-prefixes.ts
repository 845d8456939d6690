import type { LlamaContextSequence } from 'node-llama-cpp'
import type { ContextReport } from '../../../core/contract/cache/cache'
import type { CacheStore, NextEviction, SavedPrefix, TierUse } from '../../../core/contract/cache/prefixes'
import { type ListedPrefix, placePrefixes } from '../../../core/prefix/describe-prefixes'
import type { ModelInMemory } from '../llama/load-model'
import type { SequenceRecord } from '../sequences/sequence-record'
import { sequenceStates } from '../sequences/sequence-state'
import type { Slots } from '../sequences/slots'

export interface PrefixSources {
  readonly loaded: Pick<ModelInMemory, 'model' | 'description'>
  readonly report: ContextReport
  readonly slots: Slots<LlamaContextSequence>
  readonly records: readonly SequenceRecord[]
}

/** Enough for a line of words. */
const shownTokens = 24

export function listPrefixes(
  { loaded, report, slots, records }: PrefixSources,
  saved: readonly SavedPrefix[],
  savedTokens: ReadonlyMap<string, readonly number[]>,
): CacheStore {
  const { model, description } = loaded
  const states = sequenceStates({ slots, report })
  const since = Date.now() - performance.now()
  const live = slots.all.flatMap(({ sequence, index, usedAt }): ListedPrefix[] => {
    const state = states[index]
    if (!state || state.tokens === 0) return []
    const { tokens, bytes, checkpoints, isBusy } = state
    const conversationId = records[index]?.contents?.conversationId ?? null
    const none = { name: null, firstWords: '', hits: null, savedMs: null, isPinned: false, isUsable: true }
    const usedAtMs = usedAt === 0 ? null : Math.round(since + usedAt)
    return [
      {
        tokens: sequence.contextTokens,
        prefix: { ...none, id: `cells:${index}`, tier: 'cells', conversationId, tokens, bytes, checkpoints, usedAtMs, isBusy },
      },
    ]
  })
  const files = saved.map(({ path: _, ...file }): ListedPrefix => {
    const none = { name: null, firstWords: '', hits: null, savedMs: null, isBusy: false, isUsable: true }
    return { tokens: savedTokens.get(file.id) ?? [], prefix: { ...none, ...file, tier: 'disk' } }
  })
  const wordsAt = ({ tokens, prefix }: ListedPrefix, from: number): string => {
    const spans =
      prefix.tier === 'cells' ? records[Number(prefix.id.slice('cells:'.length))]?.contents?.spansUpTo(tokens.length) : undefined
    const first = Math.max(from, spans?.find(({ to, holds }) => to > from && holds !== 'template')?.from ?? from)
    const shown = tokens.slice(first, first + shownTokens).filter((token) => token < description.vocabularyTokens)
    return model.detokenize(shown as never, false).trim()
  }
  return {
    ...placePrefixes([...live, ...files], wordsAt),
    tiers: [cellsUse(report, live)],
    next: states
      .map(({ takenAfter }, index) => ({ takenAfter, id: `cells:${index}` }))
      .filter(({ takenAfter, id }) => takenAfter !== null && live.some(({ prefix }) => prefix.id === id))
      .sort((left, right) => (left.takenAfter as number) - (right.takenAfter as number))
      .map(({ id }): NextEviction => ({ prefixId: id, reason: 'least-recently-used', onlyTokens: null, againMs: null })),
  }
}

function cellsUse({ contextTokens, sequences, allocatedBytes }: ContextReport, live: readonly ListedPrefix[]): TierUse {
  return {
    tier: 'cells',
    usedBytes: live.reduce((sum, { prefix }) => sum + prefix.bytes, 0),
    budgetBytes: allocatedBytes,
    privateBytes: 0,
    cells: { used: live.reduce((sum, { prefix }) => sum + prefix.tokens, 0), total: contextTokens * sequences, sequences },
  }
}
