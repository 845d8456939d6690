/**
 * Knows every prefix that this machine has, and where: in a sequence, in a copy in memory, in a sealed file. It has no cells itself and no
 * clock: times come in as arguments, in ms.
 *
 *   a prompt   plan, use ─┬─ continue: setGrowing, cut
 *                         └─ others: admit a sequence, copy or restore, put, setGrowing        then extend with each batch
 *   a copy     admit → save what the evictions are worth, remove them → write → put            or giveBack
 *
 * If the sequence to copy from is itself evicted, its cells stay in place: cut them instead of copying.
 */
import type { Admission, Budgets, Eviction, Refusal, Room, Want } from './budgets'
import type { CacheKey } from './cache-key'
import { chooseEvictions, type Shortage } from './choose-evictions'
import { byLoss, type EvictionRule } from './eviction-rule'
import { everyLength, type Holding, type Tier, tiers, type Usable } from './holding'
import { type Circumstances, lossOf } from './loss'
import { type Asker, type PromptPlan, planPrompt, type Way } from './plan-prompt'
import type { Rates } from './rates'
import { TokenTree, type TreeNode } from './tree/token-tree'

export interface NewHolding {
  readonly id: string
  readonly key: CacheKey
  readonly owner: string
  readonly tokens: readonly number[]
  readonly usable?: Usable
  /** At most the room's, which is the default. */
  readonly amount?: number
}

export interface PromptUse {
  readonly chosen: Pick<Way, 'holdingId'>
  readonly savedMs: number
}

type Stored = { -readonly [Field in keyof Holding]: Holding[Field] } & { readonly tree: TokenTree<Holding>; readonly holders: Set<unknown> }

const nothing: ReadonlySet<Holding> = new Set()

export class PrefixStore {
  private readonly trees = new Map<CacheKey, TokenTree<Holding>>()
  private readonly stored = new Map<string, Stored>()
  private readonly rooms = new Set<Room>()

  constructor(
    /** A smaller budget takes effect with the next admission. */
    public budgets: Budgets,
    public rates: Rates,
    private readonly rule: EvictionRule = byLoss,
    /** For keys whose model is slower or faster. */
    private readonly ratesOf: (key: CacheKey) => Rates | undefined = () => undefined,
  ) {}

  get holdings(): readonly Holding[] {
    return [...this.stored.values()]
  }

  /** For the picture of shared prefixes. */
  treeOf(key: CacheKey): TreeNode<Holding> | undefined {
    return this.trees.get(key)?.root
  }

  tokensOf(id: string): number[] {
    const holding = this.get(id)
    return holding.tree.tokensOf(holding)
  }

  usedOf(tier: Tier): { amount: number; places: number } {
    const counted = [...this.inTier(tier).filter(({ isLeaving }) => !isLeaving), ...[...this.rooms].filter((room) => room.tier === tier)]
    return { amount: amountOf(counted), places: counted.length }
  }

  /** How many tokens each holding has in common with `tokens`, by id. Leaves out holdings that differ in the first token. */
  commonTokens(key: CacheKey, tokens: readonly number[]): Map<string, number> {
    return new Map([...(this.trees.get(key)?.matches(tokens) ?? [])].map(([{ id }, common]) => [id, common]))
  }

  plan(key: CacheKey, tokens: readonly number[], asker: Asker): PromptPlan {
    const matches = [...(this.trees.get(key)?.matches(tokens) ?? [])]
      .map(([holding, commonTokens]) => ({ holding, commonTokens }))
      .filter(({ holding }) => !holding.isLeaving)
    return planPrompt(matches, tokens.length, asker, this.ratesFor(key))
  }

  /** Notes what a prompt needed and what it got. A private prompt leaves no trace. */
  use(key: CacheKey, tokens: readonly number[], { chosen, savedMs }: PromptUse, asker: Asker, now: number): void {
    if (asker.isPrivate) return
    this.trees.get(key)?.use(tokens, now)
    const holding = chosen.holdingId === null ? undefined : this.stored.get(chosen.holdingId)
    if (!holding) return
    holding.hits++
    holding.savedMs += savedMs
    this.touch(holding, now)
  }

  /** Reserves space, and sets apart what must go first. */
  admit({ tier, amount, isPrivate, replaces }: Want, now: number): Admission {
    if (isPrivate && tier !== 'cells') return { refusal: { kind: 'private' } }
    const budget = this.budgets[tier]
    if (amount > budget.amount) return { refusal: { kind: 'larger-than-budget', amount, budget: budget.amount } }
    const used = this.usedOf(tier)
    const shortage = { amount: used.amount + amount - budget.amount, places: used.places + 1 - budget.places }
    const evictions = this.evictionsFor(tier, shortage, now, replaces)
    if (!evictions) return { refusal: this.refusalFor(tier, shortage) }
    for (const { holding } of evictions) {
      this.get(holding.id).isLeaving = true
      this.rule.evicted?.(holding)
    }
    const room = { tier, amount, isPrivate, evictions }
    this.rooms.add(room)
    return { room }
  }

  /** A private conversation keeps its room instead, until it gives it back. */
  put(room: Room, { id, key, owner, tokens, usable = everyLength, amount = room.amount }: NewHolding, now: number): Holding {
    if (amount > room.amount) throw new Error(`Expected at most ${room.amount}, got ${amount}`)
    if (room.isPrivate) throw new Error('Expected no private tokens in the store')
    if (this.stored.has(id)) throw new Error(`Expected a new id, got ${id}`)
    if (room.evictions.some(({ holding }) => this.stored.get(holding.id) === holding))
      throw new Error('Expected the evictions to be removed first')
    if (!this.rooms.delete(room)) throw new Error('Expected a room that is not used yet')
    const tree = this.trees.get(key) ?? new TokenTree<Holding>()
    this.trees.set(key, tree)
    const { tier } = room
    const state = { isPinned: false, isGrowing: false, isHeld: false, isLeaving: false, holders: new Set() }
    const holding: Stored = { id, key, tier, owner, amount, tokens: 0, usable, ...state, usedAtMs: now, hits: 0, savedMs: 0, tree }
    this.stored.set(id, holding)
    tree.add(holding, [], now)
    this.extend(id, tokens, now, usable)
    this.touch(holding, now)
    return holding
  }

  giveBack(room: Room): void {
    this.rooms.delete(room)
    for (const { holding } of room.evictions) {
      const stored = this.stored.get(holding.id)
      if (stored === holding) stored.isLeaving = false
    }
  }

  /** `usable` describes the holding after the change. */
  extend(id: string, tokens: readonly number[], now: number, usable = this.get(id).usable): void {
    const holding = this.get(id)
    const { tier, amount, tree } = holding
    if (tier === 'cells' && holding.tokens + tokens.length > amount)
      throw new Error(`Expected at most ${amount} tokens in ${id}, got ${holding.tokens + tokens.length}`)
    tree.extend(holding, tokens, now)
    holding.tokens += tokens.length
    this.setUsable(holding, usable)
  }

  /** Keeps the first `tokens` tokens. */
  cut(id: string, tokens: number, usable = this.get(id).usable): void {
    const holding = this.get(id)
    holding.tree.cut(holding, tokens)
    holding.tokens = tokens
    this.setUsable(holding, usable)
  }

  setGrowing(id: string, isGrowing: boolean): void {
    this.get(id).isGrowing = isGrowing
  }

  /** For the conversation that continues the sequence of another one. */
  setOwner(id: string, owner: string): void {
    this.get(id).owner = owner
  }

  setPinned(id: string, isPinned: boolean): void {
    this.get(id).isPinned = isPinned
  }

  /** Until the returned function is called, the holding is not evicted or continued, and the caller must not cut it or drop its checkpoints. */
  retain(id: string): () => void {
    const holding = this.get(id)
    const held = () => {
      holding.isHeld = holding.holders.size > 0
    }
    holding.holders.add(held)
    held()
    return () => {
      holding.holders.delete(held)
      held()
    }
  }

  /** Returns false if it is no longer there. */
  remove(id: string): boolean {
    const holding = this.stored.get(id)
    if (!holding) return false
    const { tree, key } = holding
    tree.remove(holding)
    if (tree.values.size === 0) this.trees.delete(key)
    return this.stored.delete(id)
  }

  /** Removes everything of a conversation, and returns it for the caller to erase. */
  forget(owner: string): Holding[] {
    return this.drop((holding) => holding.owner === owner)
  }

  /** `cells` if the engine died; all tiers to delete everything. */
  clear(of: readonly Tier[] = tiers): Holding[] {
    return this.drop(({ tier }) => of.includes(tier))
  }

  /** Removes the holding. Returns what that costs. */
  evict(id: string, now: number): Eviction & { readonly reason: 'held-elsewhere' | 'least-worth' } {
    const holding = this.get(id)
    const { tokens, ms } = lossOf(holding, this.pathOf(holding), { rates: this.ratesFor(holding.key), now, leaving: nothing })
    this.remove(id)
    this.rule.evicted?.(holding)
    return { holding, reason: tokens === 0 ? 'held-elsewhere' : 'least-worth', onlyTokens: tokens, againMs: ms }
  }

  /** What future prompts lose if the holding and those in `leaving` go. */
  worthOf(holding: Holding, leaving: ReadonlySet<Holding>, now: number): number {
    return this.rule.worthOf(holding, this.pathOf(holding), { rates: this.ratesFor(holding.key), now, leaving })
  }

  /** What would go first if this much space were needed now. */
  nextEvictions(tier: Tier, amount: number, now: number): readonly Eviction[] {
    const most = amountOf(this.inTier(tier).filter(isEvictable))
    return this.evictionsFor(tier, { amount: Math.min(amount, most), places: 0 }, now) ?? []
  }

  private evictionsFor(tier: Tier, shortage: Shortage, now: number, replaces?: string): Eviction[] | undefined {
    const evictable = this.inTier(tier).filter(isEvictable)
    const worthOf = (holding: Holding, leaving: ReadonlySet<Holding>) => this.worthOf(holding, leaving, now)
    const replaced = evictable.filter(({ id }) => id === replaces)
    const chosen = chooseEvictions(evictable, shortage, worthOf, replaced)
    if (!chosen) return undefined
    const leaving = new Set<Holding>()
    return chosen.map((holding): Eviction => {
      leaving.add(holding)
      const circumstances: Circumstances = { rates: this.ratesFor(holding.key), now, leaving }
      const { tokens, ms } = lossOf(holding, this.pathOf(holding), circumstances)
      const reason = holding.id === replaces ? 'replaced' : tokens === 0 ? 'held-elsewhere' : 'least-worth'
      return { holding, reason, onlyTokens: tokens, againMs: ms }
    })
  }

  private refusalFor(tier: Tier, { amount, places }: Shortage): Refusal {
    const unpinned = this.inTier(tier).filter(({ isPinned, isLeaving }) => !isPinned && !isLeaving)
    const promised = [...this.rooms].filter((room) => room.tier === tier)
    const freeable = [...unpinned, ...promised]
    const isPinned = amountOf(freeable) < amount || freeable.length < places
    return isPinned
      ? { kind: 'pinned', pinnedAmount: amountOf(this.inTier(tier).filter((holding) => holding.isPinned)) }
      : { kind: 'in-use', inUseAmount: amountOf(unpinned.filter((holding) => !isEvictable(holding))) + amountOf(promised) }
  }

  private ratesFor(key: CacheKey): Rates {
    return this.ratesOf(key) ?? this.rates
  }

  private inTier(tier: Tier): Stored[] {
    return [...this.stored.values()].filter((holding) => holding.tier === tier)
  }

  private pathOf(holding: Holding): TreeNode<Holding>[] {
    return this.get(holding.id).tree.pathOf(holding)
  }

  private touch(holding: Stored, now: number): void {
    holding.usedAtMs = now
    this.rule.used?.(holding, this.pathOf(holding), { rates: this.ratesFor(holding.key), now, leaving: nothing })
  }

  private setUsable(holding: Stored, { cutFrom, stops }: Usable): void {
    const { tree, tokens } = holding
    holding.usable = { cutFrom, stops: stops.filter((stop) => stop <= tokens) }
    for (const stop of holding.usable.stops) tree.splitAt(holding, stop)
  }

  private drop(isDropped: (holding: Holding) => boolean): Holding[] {
    const dropped = this.holdings.filter(isDropped)
    for (const { id } of dropped) this.remove(id)
    return dropped
  }

  private get(id: string): Stored {
    const holding = this.stored.get(id)
    if (!holding) throw new Error(`Expected a holding, got the unknown id ${id}`)
    return holding
  }
}

const isEvictable = ({ isPinned, isGrowing, isHeld, isLeaving }: Holding): boolean => !isPinned && !isGrowing && !isHeld && !isLeaving

const amountOf = (parts: readonly { readonly amount: number }[]): number => parts.reduce((sum, { amount }) => sum + amount, 0)
