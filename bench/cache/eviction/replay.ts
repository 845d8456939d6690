/**
 * Plays the prompts of a trace with a store of saved caches, and adds up what they save. No model runs. Every answer ends before the next
 * prompt, and its cache is saved before its sequence is used again.
 */
import type { CacheKey } from '../../../core/prefix/cache-key'
import type { EvictionRule } from '../../../core/prefix/eviction-rule'
import { PrefixStore } from '../../../core/prefix/prefix-store'
import type { Rates } from '../../../core/prefix/rates'
import { grain, numbersOf, type TraceRequest } from './trace'

/** docs/speed.md: the random model of 60 M, f16, 2 threads: pp512, pp512 @ d1024, restoring a sealed cache. */
const bytesPerToken = 12 * 2 * 5 * 64 * 2
const measured = (depth: number, tokensPerSecond: number) => ({
  depth: (depth + 256) / grain,
  msPerToken: (1000 * grain) / tokensPerSecond,
})
export const rates: Rates = {
  processing: [measured(0, 2182), measured(1024, 939)],
  copy: { startMs: 0, msPerCell: 0 },
  memory: { startMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY },
  disk: { startMs: 0, bytesPerSecond: 662e6 },
}

export interface Replay {
  readonly promptTokens: number
  readonly hitTokens: number
  readonly savedMs: number
  readonly storedBytes: number
}

export interface ReplaySettings {
  readonly rule: EvictionRule
  readonly budgetBytes: number
  /** false: as before the store, when a conversation found only its own cache. */
  readonly isShared: boolean
}

const model = 'model' as CacheKey

export function replay(trace: readonly TraceRequest[], { rule, budgetBytes, isShared }: ReplaySettings): Replay {
  const endless = Number.POSITIVE_INFINITY
  const budgets = {
    cells: { amount: endless, places: 1 },
    memory: { amount: 0, places: 0 },
    disk: { amount: budgetBytes, places: endless },
  }
  const store = new PrefixStore(budgets, rates, rule)
  const files = new Map<string, string>()
  const total = { promptTokens: 0, hitTokens: 0, savedMs: 0 }
  for (const [index, { atMs, conversation, prompt, answer }] of trace.entries()) {
    const tokens = numbersOf(prompt)
    const key = isShared ? model : (conversation as CacheKey)
    const asker = { conversationId: conversation, isPrivate: false }
    const plan = store.plan(key, tokens, asker)
    store.use(key, tokens, plan, asker, atMs)
    total.promptTokens += tokens.length * grain
    total.hitTokens += plan.chosen.reusedTokens * grain
    total.savedMs += plan.savedMs

    const held = { key, owner: conversation, tokens: [...tokens, ...numbersOf([answer])] }
    const sequence = store.admit({ tier: 'cells', amount: held.tokens.length, isPrivate: false }, atMs)
    if ('refusal' in sequence) throw new Error('Expected the sequence of the last conversation to be free')
    store.put(sequence.room, { id: 'sequence', ...held }, atMs)
    const old = files.get(conversation)
    const want = { tier: 'disk' as const, amount: held.tokens.length * grain * bytesPerToken, isPrivate: false }
    const admission = store.admit(old === undefined ? want : { ...want, replaces: old }, atMs)
    if ('room' in admission) {
      for (const { holding } of admission.room.evictions) store.remove(holding.id)
      store.put(admission.room, { id: `file ${index}`, ...held }, atMs)
      if (old !== undefined) store.remove(old)
      files.set(conversation, `file ${index}`)
    }
    store.remove('sequence')
  }
  return { ...total, storedBytes: store.usedOf('disk').amount }
}
