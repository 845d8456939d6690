/** One random interleaving, which its seed reproduces. */
import { type Random, seededRandom } from '../../stats/seeded-random'
import type { CacheKey } from '../cache-key'
import { type Tier, tiers } from '../holding'
import type { Asker } from '../plan-prompt'
import { budgets, bytesOf, type Place, ShadowMachine, sequenceCells } from './shadow-machine'
import { contentsOf, type MemoryKind } from './shadow-memory'

interface Conversation {
  readonly asker: Asker
  readonly key: CacheKey
  tokens: number[]
}
interface Turn {
  readonly conversation: Conversation
  readonly place: Place
  readonly prompt: readonly number[]
  answerTokens: number
}

const privateToken = 99
const longestPrompt = sequenceCells - 6

export class ShadowRun {
  readonly steps: string[] = []
  readonly counts = new Map<string, number>()
  private readonly machine: ShadowMachine
  private readonly random: Random
  private conversations: Conversation[] = []
  private turns: Turn[] = []
  private ids = 0

  constructor(kind: MemoryKind, seed: number) {
    this.machine = new ShadowMachine(kind)
    this.random = seededRandom(seed)
  }

  step(): void {
    this.machine.now += this.below(5000)
    const actions = [this.ask, this.ask, this.branch, this.edit, this.advance, this.advance, this.advance, this.advance, this.stop]
    const rare = [this.answers, this.save, this.save, this.publish, this.evict, this.pin, this.forget, this.kill, this.deleteAll]
    const action = this.chance(0.7) ? this.oneOf(actions) : this.oneOf(rare)
    this.steps.push((action ?? this.ask).name)
    action?.call(this)
    this.check()
  }

  /** Throws if a cell is not what its sequence says. */
  private check(): void {
    const { places, store, writes } = this.machine
    for (const { id, tier, key, memory, expected, asker, privateRoom } of places.values()) {
      const contents = contentsOf(key, expected)
      const isSame = memory.cells.length === expected.length && memory.cells.every((cell, at) => cell.token === expected[at])
      if (!isSame) throw new Error(`${id} has ${memory.tokens} instead of ${expected}`)
      if (memory.cells.some(({ content }, at) => content !== contents[at])) throw new Error(`${id} has a cell of another prefix or model`)
      const foreign = memory.cells.find(({ processedFor }) => processedFor.startsWith('private') && processedFor !== asker.conversationId)
      if (foreign) throw new Error(`${id} has a cell of ${foreign.processedFor}`)
      if (tier !== 'cells' && asker.isPrivate) throw new Error(`${id} is a copy of a private conversation`)
      if (!privateRoom && store.tokensOf(id).join() !== expected.join()) throw new Error(`The store has other tokens of ${id}`)
    }
    const indexed = store.holdings.length + [...places.values()].filter(({ privateRoom }) => privateRoom).length
    if (indexed !== places.size) throw new Error(`The store has ${indexed} holdings of ${places.size}`)
    if (store.holdings.some(({ id }) => store.tokensOf(id).includes(privateToken))) throw new Error('The store has a private token')
    for (const tier of tiers) {
      const inTier = [...places.values()].filter((place) => place.tier === tier)
      const written = tier === 'disk' ? writes.reduce((sum, { tokens }) => sum + bytesOf(tokens.length), 0) : 0
      const amount = inTier.reduce((sum, { expected }) => sum + (tier === 'cells' ? sequenceCells : bytesOf(expected.length)), written)
      const budget = budgets[tier]
      if (amount > budget.amount || inTier.length > budget.places) throw new Error(`${tier} has ${amount} of ${budget.amount}`)
      if (amount !== store.usedOf(tier).amount) throw new Error(`The store counts ${store.usedOf(tier).amount} of ${amount} in ${tier}`)
    }
  }

  private ask(): void {
    const conversation = this.oneOf(this.conversations)
    if (!conversation || this.chance(0.3)) return this.start(this.newConversation(this.randomTokens(6)))
    this.start(conversation, [...conversation.tokens, ...this.randomTokens(4)])
  }

  private branch(): void {
    const from = this.oneOf(this.conversations.filter(({ asker }) => !asker.isPrivate))
    if (from)
      this.start(this.newConversation([...from.tokens.slice(0, this.below(from.tokens.length + 1)), ...this.randomTokens(3)], from.key))
  }

  private edit(): void {
    const conversation = this.oneOf(this.conversations)
    if (!conversation) return
    this.start(conversation, [...conversation.tokens.slice(0, this.below(conversation.tokens.length + 1)), ...this.randomTokens(3)])
  }

  private start(conversation: Conversation, tokens = conversation.tokens): void {
    const { machine } = this
    const { asker, key } = conversation
    if (tokens.length === 0 || tokens.length > longestPrompt || this.turns.some((turn) => turn.conversation === conversation)) return
    // The engine can continue a private sequence, but the store doesn't know it.
    if (asker.isPrivate) for (const own of this.sequencesOf(conversation)) machine.free(own)
    const plan = machine.store.plan(key, tokens, asker)
    const way = this.chance(0.5) ? plan.chosen : (this.oneOf(plan.ways) ?? plan.chosen)
    machine.store.use(key, tokens, plan, asker, machine.now)
    const busy = this.turns.find((turn) => turn.place.id === way.holdingId)
    const release = busy && machine.store.retain(busy.place.id)
    // The engine copies after the batch that it is busy with.
    if (busy && this.chance(0.5)) this.advance(busy)
    const place = machine.begin(way, tokens, key, asker, (evicted) => this.chance(0.5) && machine.copyToMemory(evicted))
    release?.()
    if (!place) return this.count('waits for a sequence')
    this.count(busy ? `${way.kind} from busy` : way.kind)
    conversation.tokens = [...tokens]
    this.begun({ conversation, place, prompt: tokens, answerTokens: this.below(5) })
  }

  private begun(turn: Turn): void {
    if (!turn.place.privateRoom) this.machine.store.setGrowing(turn.place.id, true)
    this.turns.push(turn)
  }

  /** A batch of the prompt, or a token of the answer. */
  private advance(turn = this.oneOf(this.turns)): void {
    if (!turn) return
    const { place, prompt, conversation } = turn
    const done = place.expected.length
    if (done < prompt.length) this.machine.grow(place, prompt.slice(done, done + 1 + this.below(4)))
    else if (turn.answerTokens > 0) {
      turn.answerTokens--
      this.machine.grow(place, this.randomTokens(1))
      conversation.tokens = [...place.expected]
    } else this.end(turn)
    if (this.chance(0.4)) this.machine.takeCheckpoint(place)
  }

  private stop(): void {
    const turn = this.oneOf(this.turns)
    if (turn) this.end(turn)
  }

  private end(turn: Turn): void {
    this.turns = this.turns.filter((other) => other !== turn)
    if (!turn.place.privateRoom) this.machine.store.setGrowing(turn.place.id, false)
  }

  private answers(): void {
    const turn = this.oneOf(this.turns.filter(({ place, prompt }) => place.expected.length >= prompt.length))
    const place = turn && this.machine.fork(turn.place)
    if (!place) return
    this.count('several answers')
    this.begun({ ...turn, place, prompt: place.expected, answerTokens: 1 })
  }

  private save(): void {
    const place = this.oneOf(this.idleHoldings(['cells', 'memory']))
    if (!place) return
    if (place.tier === 'cells' && this.chance(0.4)) this.machine.copyToMemory(place)
    else this.machine.startWrite(place)
  }

  private publish(): void {
    const write = this.oneOf(this.machine.writes)
    if (!write) return
    if (this.chance(0.8)) this.machine.endWrite(write)
    else this.machine.abandonWrite(write)
    this.count('write')
  }

  private evict(): void {
    const closed = this.machine.sequences.filter((place) => place.privateRoom && !this.turns.some((turn) => turn.place === place))
    const place = this.oneOf([...this.idleHoldings(tiers), ...closed])
    if (place) this.machine.free(place)
  }

  private pin(): void {
    const place = this.oneOf(this.idleHoldings(['memory', 'disk']))
    if (place) this.machine.store.setPinned(place.id, this.chance(0.3))
  }

  private forget(): void {
    const conversation = this.oneOf(this.conversations)
    if (!conversation) return
    const { conversationId, isPrivate } = conversation.asker
    for (const turn of this.turns.filter((one) => one.conversation === conversation)) this.end(turn)
    for (const write of this.machine.writes.filter(({ source }) => source.asker.conversationId === conversationId))
      this.machine.abandonWrite(write)
    if (isPrivate) for (const own of this.sequencesOf(conversation)) this.machine.free(own)
    this.machine.erase(this.machine.store.forget(conversationId))
    this.conversations = this.conversations.filter((other) => other !== conversation)
  }

  private kill(): void {
    if (this.chance(0.5)) return
    this.count('kill')
    this.turns = []
    this.machine.restart()
  }

  private deleteAll(): void {
    if (this.chance(0.8)) return
    this.count('delete everything')
    this.turns = []
    for (const write of [...this.machine.writes]) this.machine.abandonWrite(write)
    for (const place of this.machine.sequences.filter(({ privateRoom }) => privateRoom)) this.machine.free(place)
    this.machine.erase(this.machine.store.clear())
    this.conversations = []
    if (this.machine.places.size > 0) throw new Error('Something is left')
  }

  private newConversation(tokens: number[], key = this.oneOf(['model', 'model with LoRA']) as CacheKey): Conversation {
    this.ids++
    const isPrivate = this.chance(0.15)
    const asker = { conversationId: `${isPrivate ? 'private' : 'conversation'} ${this.ids}`, isPrivate }
    const conversation = { asker, key, tokens: isPrivate ? [...tokens, privateToken] : tokens }
    this.conversations = [...this.conversations, conversation].slice(-8)
    return conversation
  }

  private sequencesOf(conversation: Conversation): Place[] {
    return this.machine.sequences.filter(({ asker }) => asker.conversationId === conversation.asker.conversationId)
  }

  private idleHoldings(of: readonly Tier[]): Place[] {
    return [...this.machine.places.values()].filter((place) => {
      const holding = this.machine.holdingOf(place)
      return of.includes(place.tier) && holding && !holding.isGrowing && !holding.isHeld && !holding.isLeaving
    })
  }

  private count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }
  /** Few tokens, so that many prefixes are equal. */
  private randomTokens(most: number): number[] {
    return Array.from({ length: 1 + this.below(most) }, () => this.below(2))
  }
  private below(end: number): number {
    return Math.floor(this.random() * end)
  }
  private chance(share: number): boolean {
    return this.random() < share
  }
  private oneOf<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)]
  }
}
