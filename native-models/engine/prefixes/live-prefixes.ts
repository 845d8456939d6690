/**
 * What the sequences of a context hold, in the prefix store. The store follows the sequences whenever it is asked. Whoever changes the cells
 * of a sequence takes it first (`Slots`), which counts its use, or calls `readBack`. Sequences of private conversations, and those that lost
 * tokens in the middle, only take space in the store.
 */
import type { LlamaContextSequence, LlamaModel } from 'node-llama-cpp'
import type { ContextReport } from '../../../core/contract/cache/cache'
import type { EvictedPrefix } from '../../../core/contract/cache/reuse'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import type { Eviction, Room } from '../../../core/prefix/budgets'
import type { CacheKey } from '../../../core/prefix/cache-key'
import { everyLength, type Holding } from '../../../core/prefix/holding'
import { MeasuredRates } from '../../../core/prefix/measured-rates'
import type { Asker, Way } from '../../../core/prefix/plan-prompt'
import { PrefixStore } from '../../../core/prefix/prefix-store'
import { sharedLength } from '../../../core/prefix/tree/token-tree'
import { tokensIn } from '../llama/llama-internals'
import { promptText } from '../prompt/prompt-text'
import type { PromptTrace } from '../prompt/trace-segments'
import { sampleSlot } from '../sequences/sample-caches'
import type { SequenceRecord } from '../sequences/sequence-record'
import type { Preference, Slot } from '../sequences/slots'
import { mostStateBytes } from '../sequences/state-size'
import { MemoryCopies } from './memory-copies'
import { takingOrder } from './taking-order'
import { usableLengthsOf } from './usable-lengths'

type LiveSlot = Slot<LlamaContextSequence>

/** Fewer tokens are processed in one small batch. */
export const leastSharedTokens = 64

/** Without a measured rate, plans compare tokens. */
const unknownMsPerToken = 1

/** A context has one model and one set of settings. */
export const key = 'context' as CacheKey

export interface SourceWay extends Pick<Way, 'reusedTokens' | 'fetchMs' | 'processMs' | 'ms'> {
  readonly isContinued: boolean
  readonly holdingId: string
  /** undefined: a copy in memory. */
  readonly slot: LiveSlot | undefined
  /** As the source's sequence has them. */
  readonly tokens: readonly number[]
}

export interface LivePreference extends Preference<LlamaContextSequence> {
  /** What `continued` returned last. */
  readonly continuing: LiveSlot | undefined
}

/** Cells that leave the store. They stay in their sequence until the next turn begins in it. */
interface Taken {
  readonly slot: LiveSlot
  readonly evicted: EvictedPrefix
}

export class LivePrefixes {
  readonly measured: MeasuredRates
  readonly store: PrefixStore
  readonly copies: MemoryCopies
  private readonly cellsPerSequence: number
  private readonly decodeMs: number
  /** The tokens of listed sequences when the store last followed them. */
  private readonly seen = new Map<number, number[]>()
  /** `uses` of idle sequences when the store last followed them. */
  private readonly followed = new Map<number, number>()
  private readonly rooms = new Map<number, Room>()
  private readonly releases = new Map<number, () => void>()

  constructor(
    private readonly report: ContextReport,
    private readonly records: readonly SequenceRecord[],
    private readonly slots: () => readonly LiveSlot[],
  ) {
    const { sequences, contextTokens, threads } = report
    // A token alone takes longer than a token of a batch.
    const decodeMs = threads.measured.map(({ msPerToken }) => msPerToken)
    this.decodeMs = decodeMs.length === 0 ? unknownMsPerToken : Math.min(...decodeMs)
    this.measured = new MeasuredRates(this.decodeMs)
    const none = { amount: 0, places: 0 }
    this.cellsPerSequence = contextTokens
    const cells = { amount: sequences * contextTokens, places: sequences }
    this.store = new PrefixStore({ cells, memory: none, disk: none }, this.measured.rates)
    this.copies = new MemoryCopies(this.store, this.measured, report.caches)
  }

  /** The order in which a turn that has `taken` takes further sequences. */
  inOrder(idle: readonly LiveSlot[], taken: readonly LiveSlot[]): LiveSlot[] {
    const { store, decodeMs, report } = this
    const now = this.follow()
    const holdingIn = (slot: LiveSlot) => (slot.sequence.nextTokenIndex === 0 ? undefined : (this.holdingOf(slot) ?? this.unlisted(slot)))
    const busy = [...taken, ...this.slots().filter((slot) => slot.busy)].map(({ index }) => index)
    return takingOrder(idle, { store, holdingIn, busy, decodeMs, sharesBatches: report.sharesBatches ?? false, now })
  }

  preferenceFor(model: LlamaModel, asker: Asker, trace: () => PromptTrace, only?: number): LivePreference {
    const commonIn = (slot: LiveSlot) => promptText(model, trace(), tokensIn(slot.sequence)).commonTokens
    const preference: { -readonly [Key in keyof LivePreference]: LivePreference[Key] } = {
      only,
      continuing: undefined,
      nearest: (own) =>
        own
          .map((slot) => ({ slot, common: commonIn(slot) }))
          .reduce((best, candidate) => (candidate.common > best.common ? candidate : best)).slot,
      continued: (idle) => {
        const mayContinue = !asker.isPrivate && idle.some(({ sequence }) => sequence.nextTokenIndex >= leastSharedTokens)
        const [best] = mayContinue ? this.waysTo(model, trace(), asker) : []
        preference.continuing = best?.isContinued && best.slot && idle.includes(best.slot) ? best.slot : undefined
        return preference.continuing
      },
    }
    return preference
  }

  /** Takes cells of other conversations out of the store, except those of `continued`. Returns what that costs. */
  take(taken: readonly LiveSlot[], conversationId: string, continued?: LiveSlot): Taken[] {
    const now = this.follow()
    return taken.flatMap((slot) => {
      const holding = this.holdingOf(slot)
      if (!holding || holding.owner === conversationId || slot === continued) return []
      const { reason, onlyTokens } = this.store.evict(holding.id, now)
      this.forgetSlot(slot.index)
      this.recordOf(slot).evict()
      return [{ slot, evicted: { conversationId: holding.owner, reason, tokens: holding.tokens, onlyTokens } }]
    })
  }

  /** Keeps copies in memory, if there is room. Call it between two batches, before the turn begins. */
  async keepCopies(taken: readonly Taken[], messagesOf: (index: number) => readonly PromptMessage[]): Promise<EvictedPrefix[]> {
    const evicted: EvictedPrefix[] = []
    for (const { slot, evicted: prefix } of taken) {
      const isCopied = prefix.tokens >= leastSharedTokens && (await this.copyOut(slot, prefix.conversationId, messagesOf(slot.index)))
      evicted.push(isCopied ? { ...prefix, isCopied } : prefix)
    }
    return evicted
  }

  /** Returns whether a copy in memory has all of the sequence now. Call it between two batches. */
  async copyOut(slot: LiveSlot, owner: string, messages: readonly PromptMessage[]): Promise<boolean> {
    const { sequence } = slot
    const record = this.recordOf(slot)
    // The conversation may be forgotten by now.
    if (record.isPrivate) return false
    const mostBytes = mostStateBytes(sampleSlot(slot, [], this.report, 0), this.report)
    const isCopied = await this.copies.keep({ sequence, key, owner, messages, mostBytes })
    if (sequence.nextTokenIndex === 0) record.clear()
    else if (sequence.needsCheckpoints) this.readBack(slot)
    return isCopied
  }

  /** The cells of the sequence may have been read back, so they may be in another order. */
  readBack(slot: LiveSlot): void {
    this.recordOf(slot).renew()
    this.followed.delete(slot.index)
  }

  /** All sequences and copies that have at least `leastSharedTokens` of the prompt, the cheapest first. */
  waysTo(model: LlamaModel, traced: PromptTrace, asker: Asker): SourceWay[] {
    this.follow()
    const plans: (readonly number[])[] = [traced.tokens]
    const common = this.store.commonTokens(key, traced.tokens)
    const reconcile = (id: string, held: readonly number[]) => {
      const text = promptText(model, traced, held, common.get(id))
      if (!text.isAsRendered) plans.push(text.tokens)
    }
    for (const [index, held] of this.seen) reconcile(idOf(index), held)
    for (const { id } of this.copies.all) reconcile(id, this.copies.tokensOf(id))
    const ways = plans.flatMap((tokens) =>
      this.store.plan(key, tokens, asker).ways.flatMap(({ kind, holdingId, reusedTokens, ...costs }): SourceWay[] => {
        const slot = this.slots().find(({ index }) => idOf(index) === holdingId)
        if (holdingId === null || (!slot && kind !== 'memory') || reusedTokens < leastSharedTokens) return []
        return [{ ...costs, reusedTokens, isContinued: kind === 'continue', holdingId, slot, tokens }]
      }),
    )
    return ways.sort((a, b) => a.ms - b.ms)
  }

  /** Notes what a prompt needed, and from which sequence or copy it got it. */
  used(tokens: readonly number[], holdingId: string | null, savedMs: number, asker: Asker): void {
    this.store.use(key, tokens, { chosen: { holdingId }, savedMs }, asker, performance.now())
  }

  /** Otherwise, a sequence goes back to its end or to a checkpoint. */
  get canCutAnywhere(): boolean {
    const [slot] = this.slots()
    return slot !== undefined && usableLengthsOf(slot.sequence, this.report.caches) === everyLength
  }

  /** In the order in which they would go now. */
  nextEvictions(): readonly Eviction[] {
    const now = this.follow()
    return (['cells', 'memory'] as const).flatMap((tier) => this.store.nextEvictions(tier, Number.POSITIVE_INFINITY, now))
  }

  slotOf(sequence: LlamaContextSequence): LiveSlot | undefined {
    return this.slots().find((slot) => slot.sequence === sequence)
  }

  recordOf({ index }: LiveSlot): SequenceRecord {
    return this.records[index] as SequenceRecord
  }

  /** Returns the time of the store. */
  follow(): number {
    const now = performance.now()
    this.store.rates = this.measured.rates
    for (const slot of this.slots()) this.followSlot(slot, now)
    return now
  }

  private followSlot(slot: LiveSlot, now: number): void {
    const { sequence, index, busy } = slot
    const record = this.recordOf(slot)
    const owner = record.contents?.conversationId
    if (owner === undefined || !record.isFindable || sequence.nextTokenIndex === 0) {
      this.unlist(index, sequence.nextTokenIndex)
      return
    }
    if (!busy && this.followed.get(index) === slot.uses && this.seen.get(index)?.length === sequence.nextTokenIndex) return
    const tokens = tokensIn(sequence)
    const id = idOf(index)
    const lengths = usableLengthsOf(sequence, this.report.caches)
    // To copy a checkpoint, its sequence has to be emptied, which the turn in it would not survive if reading it back failed.
    const usable = busy ? { ...lengths, stops: [] } : lengths
    const before = this.seen.get(index)
    if (before) {
      const common = sharedLength(before, tokens)
      if (common < before.length) this.store.cut(id, common, everyLength)
      const added = tokens.slice(common)
      this.store.extend(id, added, now, usable)
      this.store.setOwner(id, owner)
      before.length = common
      for (const token of added) before.push(token)
    } else {
      this.store.put(this.roomFor(index, false), { id, key, owner, tokens, usable }, now)
      this.seen.set(index, [...tokens])
    }
    if (busy && !this.releases.has(index)) this.releases.set(index, this.store.retain(id))
    if (busy) return
    this.release(index)
    this.followed.set(index, slot.uses)
  }

  private unlist(index: number, tokens: number): void {
    if (this.seen.has(index)) {
      this.store.remove(idOf(index))
      this.forgetSlot(index)
    }
    const room = this.rooms.get(index)
    if (tokens > 0 && !room) this.rooms.set(index, this.roomFor(index, true))
    else if (tokens === 0 && room) this.giveBack(index, room)
  }

  private roomFor(index: number, isPrivate: boolean): Room {
    const before = this.rooms.get(index)
    if (before) this.giveBack(index, before)
    const admission = this.store.admit({ tier: 'cells', amount: this.cellsPerSequence, isPrivate }, performance.now())
    if ('refusal' in admission || admission.room.evictions.length > 0) throw new Error(`Expected space for the cells of sequence ${index}`)
    return admission.room
  }

  private giveBack(index: number, room: Room): void {
    this.store.giveBack(room)
    this.rooms.delete(index)
  }

  private forgetSlot(index: number): void {
    this.release(index)
    this.seen.delete(index)
    this.followed.delete(index)
  }

  private release(index: number): void {
    this.releases.get(index)?.()
    this.releases.delete(index)
  }

  holdingOf({ index }: LiveSlot): Holding | undefined {
    return this.seen.has(index) ? this.store.holdings.find(({ id }) => id === idOf(index)) : undefined
  }

  /** A sequence that no other conversation can use. Its own conversation would process all its tokens again. */
  private unlisted({ sequence, index, usedAt }: LiveSlot): Holding {
    const state = { isPinned: false, isGrowing: false, isHeld: false, isLeaving: false, hits: 0, savedMs: 0, owner: '', key }
    return {
      ...state,
      id: idOf(index),
      tier: 'cells',
      amount: this.cellsPerSequence,
      tokens: sequence.nextTokenIndex,
      usable: everyLength,
      usedAtMs: usedAt,
    }
  }
}

export const idOf = (index: number): string => `cells:${index}`
