/** A prefix store over words, with one sequence and copies in memory. Its rates and bytes are made up. */
import type { CacheStore, PrefixTier, SavedPrefix, TierUse } from '../../core/contract/cache/prefixes'
import type { CacheKey } from '../../core/prefix/cache-key'
import { type ListedPrefix, listHoldings, listNext, placePrefixes, type StoreClock } from '../../core/prefix/describe-prefixes'
import { PrefixStore } from '../../core/prefix/prefix-store'
import { fakeTokenBytes } from './made-context'
import { commonWords } from './made-prompt'

export interface FakePrefixLimits {
  readonly contextTokens: number
  readonly memoryBytes: number
  readonly prefillTokensPerSecond: number
}

interface Held {
  readonly conversationId: string | null
  readonly words: readonly string[]
}

const key = 'fake' as CacheKey
export const sequenceId = 'cells:0'
const shownWords = 16
const infinite = Number.POSITIVE_INFINITY

export class FakePrefixes {
  private readonly store: PrefixStore
  private readonly ids = new Map<string, number>()
  private readonly spelled: string[] = []
  private seen: readonly string[] = []
  private copies = 0

  constructor(private readonly limits: FakePrefixLimits) {
    const { contextTokens, memoryBytes, prefillTokensPerSecond } = limits
    this.store = new PrefixStore(
      {
        cells: { amount: contextTokens, places: 1 },
        memory: { amount: memoryBytes, places: infinite },
        disk: { amount: 0, places: 0 },
      },
      {
        processing: [{ depth: 0, msPerToken: 1000 / prefillTokensPerSecond }],
        copy: { startMs: 0, msPerCell: 0.001 },
        memory: { startMs: 0.1, bytesPerSecond: 4e9 },
        disk: { startMs: 20, bytesPerSecond: 1e9 },
      },
    )
  }

  /** Call before the prompt changes the sequence. Returns the words that the prompt can take from a copy in memory, if that is cheaper. */
  use(conversationId: string, prompt: readonly string[], held: Held): readonly string[] | undefined {
    const now = this.follow(held, false)
    const asker = { conversationId, isPrivate: false }
    const tokens = this.idsOf(prompt)
    const plan = this.store.plan(key, tokens, asker)
    this.store.use(key, tokens, plan, asker, now)
    const { kind, holdingId, reusedTokens } = plan.chosen
    const words = kind === 'memory' && holdingId !== null ? this.wordsOf(this.store.tokensOf(holdingId).slice(0, reusedTokens)) : undefined
    if (held.conversationId !== conversationId) this.displaced(held)
    return words
  }

  /** Keeps a copy of the words that another conversation evicts. */
  displaced(held: Held): void {
    const now = this.follow(held, false)
    const { conversationId, words } = held
    if (conversationId === null || words.length === 0) return
    const older = this.store.holdings.find(({ tier, owner }) => tier === 'memory' && owner === conversationId)
    const want = { tier: 'memory' as const, amount: words.length * fakeTokenBytes, isPrivate: false }
    const admission = this.store.admit(older ? { ...want, replaces: older.id } : want, now)
    if ('refusal' in admission) return
    if (older) this.store.remove(older.id)
    for (const { holding } of admission.room.evictions) this.store.remove(holding.id)
    const id = `memory:${++this.copies}`
    this.store.put(admission.room, { id, key, owner: conversationId, tokens: this.idsOf(words) }, now)
  }

  forget(conversationId: string): void {
    this.store.forget(conversationId)
    if (!this.store.holdings.some(({ id }) => id === sequenceId)) this.seen = []
  }

  tokensOf(conversationId: string): number {
    const own = this.store.holdings.filter(({ tier, owner }) => tier === 'memory' && owner === conversationId)
    return Math.max(0, ...own.map(({ tokens }) => tokens))
  }

  copyOf(prefixId: string): { readonly owner: string; readonly words: readonly string[] } | undefined {
    const found = this.store.holdings.find(({ id, tier }) => tier === 'memory' && id === prefixId)
    return found && { owner: found.owner, words: this.wordsOf(this.store.tokensOf(prefixId)) }
  }

  remove(prefixId: string): boolean {
    return this.store.remove(prefixId)
  }

  describe(held: Held, isBusy: boolean, saved: readonly SavedPrefix[], savedWords: ReadonlyMap<string, readonly string[]>): CacheStore {
    const now = this.follow(held, isBusy)
    const clock: StoreClock = { now, dateMs: Date.now() }
    const holdings = listHoldings(this.store, key, clock, ({ tokens }) => tokens * fakeTokenBytes)
    const files = saved.map(({ path: _, ...file }): ListedPrefix => {
      const none = { name: null, firstWords: '', hits: null, savedMs: null, isBusy: false, isUsable: true }
      return { tokens: this.idsOf(savedWords.get(file.id) ?? []), prefix: { ...none, ...file, tier: 'disk' } }
    })
    const tiers: readonly PrefixTier[] = this.limits.memoryBytes > 0 ? ['cells', 'memory'] : ['cells']
    return {
      ...placePrefixes([...holdings, ...files], ({ tokens }, from) => this.wordsOf(tokens.slice(from, from + shownWords)).join(' ')),
      tiers: tiers.map((tier) => this.useOf(tier, holdings)),
      next: listNext(this.store, tiers, clock),
    }
  }

  private useOf(tier: PrefixTier, listed: readonly ListedPrefix[]): TierUse {
    const { contextTokens, memoryBytes } = this.limits
    const prefixes = listed.map(({ prefix }) => prefix).filter((prefix) => prefix.tier === tier)
    const usedBytes = prefixes.reduce((sum, { bytes }) => sum + bytes, 0)
    if (tier === 'memory') return { tier, usedBytes, budgetBytes: memoryBytes, privateBytes: 0, cells: null }
    const used = prefixes.reduce((sum, { tokens }) => sum + tokens, 0)
    const cells = { used, total: contextTokens, sequences: 1 }
    return { tier, usedBytes, budgetBytes: contextTokens * fakeTokenBytes, privateBytes: 0, cells }
  }

  /** The store follows the sequence whenever it is asked. Returns the time of the store. */
  private follow({ conversationId, words }: Held, isBusy: boolean): number {
    const now = performance.now()
    const { store } = this
    const holding = store.holdings.find(({ id }) => id === sequenceId)
    if (conversationId === null || words.length === 0) {
      store.remove(sequenceId)
      this.seen = []
      return now
    }
    const common = holding?.owner === conversationId ? Math.min(commonWords(this.seen, words), words.length, this.seen.length) : 0
    if (holding && holding.owner !== conversationId) store.remove(sequenceId)
    if (holding?.owner === conversationId) {
      store.cut(sequenceId, common)
      store.extend(sequenceId, this.idsOf(words.slice(common, this.limits.contextTokens)), now)
    } else {
      const admission = store.admit({ tier: 'cells', amount: this.limits.contextTokens, isPrivate: false }, now)
      if ('refusal' in admission) throw new Error('Expected space for the only sequence')
      const tokens = this.idsOf(words.slice(0, this.limits.contextTokens))
      store.put(admission.room, { id: sequenceId, key, owner: conversationId, tokens }, now)
    }
    store.setGrowing(sequenceId, isBusy)
    this.seen = [...words]
    return now
  }

  private idsOf(words: readonly string[]): number[] {
    return words.map((word) => this.ids.get(word) ?? this.named(word))
  }

  private named(word: string): number {
    const id = this.spelled.push(word) - 1
    this.ids.set(word, id)
    return id
  }

  private wordsOf(tokens: readonly number[]): string[] {
    return tokens.map((token) => this.spelled[token] as string)
  }
}
