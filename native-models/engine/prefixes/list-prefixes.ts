import type { LlamaContextSequence } from 'node-llama-cpp'
import type { ContextReport } from '../../../core/contract/cache/cache'
import type { CacheStore, NextEviction, SavedPrefix, TierUse } from '../../../core/contract/cache/prefixes'
import type { SequenceState } from '../../../core/contract/cache/sessions'
import { type ListedPrefix, listHoldings, placePrefixes } from '../../../core/prefix/describe-prefixes'
import type { ModelInMemory } from '../llama/load-model'
import type { SequenceRecord } from '../sequences/sequence-record'
import { sequenceStates } from '../sequences/sequence-state'
import type { Slots } from '../sequences/slots'
import { key, type LivePrefixes } from './live-prefixes'

export interface PrefixSources {
  readonly loaded: Pick<ModelInMemory, 'model' | 'description'>
  readonly report: ContextReport
  readonly slots: Slots<LlamaContextSequence>
  readonly records: readonly SequenceRecord[]
  readonly prefixes: LivePrefixes
}

/** Enough for a line of words. */
const shownTokens = 24

export function listPrefixes(
  { loaded, report, slots, records, prefixes }: PrefixSources,
  saved: readonly SavedPrefix[],
  savedTokens: ReadonlyMap<string, readonly number[]>,
): CacheStore {
  const { model, description } = loaded
  const states = sequenceStates({ slots, report })
  const since = Date.now() - performance.now()
  const next = prefixes.nextEvictions()
  const isPrivate = (index: number) => records[index]?.isPrivate ?? false
  const live = slots.all.flatMap((slot): ListedPrefix[] => {
    const { sequence, index, usedAt } = slot
    const state = states[index]
    if (!state || state.tokens === 0 || isPrivate(index)) return []
    const { tokens, bytes, checkpoints, isBusy } = state
    const conversationId = records[index]?.contents?.conversationId ?? null
    const { hits = null, savedMs = null } = prefixes.holdingOf(slot) ?? {}
    const none = { name: null, firstWords: '', hits, savedMs, isPinned: false, isUsable: true }
    const usedAtMs = usedAt === 0 ? null : Math.round(since + usedAt)
    return [
      {
        tokens: sequence.contextTokens,
        prefix: { ...none, id: `cells:${index}`, tier: 'cells', conversationId, tokens, bytes, checkpoints, usedAtMs, isBusy },
      },
    ]
  })
  const clock = { now: performance.now(), dateMs: Date.now() }
  const copies = listHoldings(prefixes.store, key, clock, () => 0).filter(({ prefix }) => prefix.tier === 'memory')
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
    ...placePrefixes([...live, ...copies, ...files], wordsAt),
    tiers: [cellsUse(report, states, isPrivate), ...memoryUse(prefixes)],
    next: next.map(({ holding, reason, onlyTokens, againMs }): NextEviction => {
      const ms = prefixes.measured.knowsProcessing ? againMs : null
      return { prefixId: holding.id, reason: reason === 'held-elsewhere' ? reason : 'least-worth', onlyTokens, againMs: ms }
    }),
  }
}

function memoryUse({ store }: LivePrefixes): TierUse[] {
  const { amount: usedBytes } = store.usedOf('memory')
  const { amount: budgetBytes } = store.budgets.memory
  return budgetBytes === 0 ? [] : [{ tier: 'memory', usedBytes, budgetBytes, privateBytes: 0, cells: null }]
}

function cellsUse(
  { contextTokens, sequences, allocatedBytes }: ContextReport,
  states: readonly SequenceState[],
  isPrivate: (index: number) => boolean,
): TierUse {
  const bytesOf = (of: readonly SequenceState[]) => of.reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    tier: 'cells',
    usedBytes: bytesOf(states),
    budgetBytes: allocatedBytes,
    privateBytes: bytesOf(states.filter((_, index) => isPrivate(index))),
    cells: { used: states.reduce((sum, { tokens }) => sum + tokens, 0), total: contextTokens * sequences, sequences },
  }
}
