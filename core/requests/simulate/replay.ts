/**
 * Replays the token IDs of prompts with the prefix store that the engine uses: each request is its own conversation and ends before the
 * next begins. Copies take no time here, so the store always chooses the longest reuse.
 */
import type { CacheKey } from '../../prefix/cache-key'
import type { Holding } from '../../prefix/holding'
import { PrefixStore } from '../../prefix/prefix-store'
import type { Rates } from '../../prefix/rates'

export interface ReplayedRequest {
  readonly id: string
  readonly key: string
  readonly atMs: number
  readonly tokens: readonly number[]
  readonly answerTokens: readonly number[]
}

export interface ReplaySettings {
  readonly sequences: number
  /** Per sequence. */
  readonly contextTokens: number
  /** In tokens. */
  readonly storeTokens: number
}

const rates: Rates = {
  processing: [{ depth: 0, msPerToken: 1 }],
  copy: { startMs: 0, msPerCell: 0 },
  memory: { startMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY },
  disk: { startMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY },
}
const unlimited = Number.POSITIVE_INFINITY

/** Returns how many tokens of each prompt would have been reused. */
export function replay(requests: readonly ReplayedRequest[], { sequences, contextTokens, storeTokens }: ReplaySettings): number[] {
  const store = new PrefixStore(
    {
      cells: { amount: sequences * contextTokens, places: sequences },
      memory: { amount: storeTokens, places: unlimited },
      disk: { amount: 0, places: unlimited },
    },
    rates,
  )
  return requests.map((request) => step(store, request, contextTokens))
}

function step(store: PrefixStore, { id, key: name, atMs, tokens, answerTokens }: ReplayedRequest, contextTokens: number): number {
  const key = name as CacheKey
  const asker = { conversationId: id, isPrivate: false }
  const held = [...tokens, ...answerTokens].slice(0, contextTokens)
  const plan = store.plan(key, tokens, asker)
  const { chosen } = plan
  store.use(key, tokens, plan, asker, atMs)
  if (chosen.kind === 'continue' && chosen.holdingId !== null) {
    store.cut(chosen.holdingId, chosen.reusedTokens)
    store.extend(chosen.holdingId, held.slice(chosen.reusedTokens), atMs)
    store.setOwner(chosen.holdingId, id)
    return chosen.reusedTokens
  }
  const admission = store.admit({ tier: 'cells', amount: contextTokens, isPrivate: false }, atMs)
  if ('refusal' in admission) return 0
  for (const { holding, onlyTokens } of admission.room.evictions) {
    if (onlyTokens > 0) save(store, holding, atMs)
    store.remove(holding.id)
  }
  store.put(admission.room, { id, key, owner: id, tokens: held }, atMs)
  return chosen.reusedTokens
}

function save(store: PrefixStore, { id, key, owner, tokens }: Holding, atMs: number): void {
  const admission = store.admit({ tier: 'memory', amount: tokens, isPrivate: false }, atMs)
  if ('refusal' in admission) return
  for (const { holding } of admission.room.evictions) store.remove(holding.id)
  store.put(admission.room, { id: `${id} in memory ${atMs}`, key, owner, tokens: store.tokensOf(id) }, atMs)
}
