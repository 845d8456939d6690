/** A machine that does with simulated cells what the store says, and that fails if its memory can't. */
import type { Room } from '../budgets'
import type { CacheKey } from '../cache-key'
import type { Holding, Tier } from '../holding'
import type { Asker, Way } from '../plan-prompt'
import { PrefixStore } from '../prefix-store'
import { type MemoryKind, ShadowMemory } from './shadow-memory'

export const sequenceCells = 24
export const budgets = {
  cells: { amount: 3 * sequenceCells, places: 3 },
  memory: { amount: 220, places: Number.POSITIVE_INFINITY },
  disk: { amount: 320, places: Number.POSITIVE_INFINITY },
}
export const rates = {
  processing: [
    { depth: 0, msPerToken: 10 },
    { depth: 10, msPerToken: 20 },
  ],
  copy: { startMs: 1, msPerCell: 0.5 },
  memory: { startMs: 1, bytesPerSecond: 10_000 },
  disk: { startMs: 5, bytesPerSecond: 1000 },
}

/** Sequences, copies and files. A sequence of a private conversation has a room, but no holding. */
export interface Place {
  readonly id: string
  readonly tier: Tier
  readonly asker: Asker
  readonly key: CacheKey
  readonly memory: ShadowMemory
  readonly privateRoom: Room | null
  /** What the cells have to be: a plain array that the machine does not read. */
  expected: number[]
}

interface Write {
  readonly source: Place
  readonly tokens: number[]
  readonly room: Room
  readonly letGo: () => void
}

export const bytesOf = (tokens: number): number => 8 + 4 * tokens

export class ShadowMachine {
  store = new PrefixStore(budgets, rates)
  readonly places = new Map<string, Place>()
  readonly writes: Write[] = []
  now = 0
  private ids = 0

  constructor(private readonly kind: MemoryKind) {}

  get sequences(): Place[] {
    return [...this.places.values()].filter(({ tier }) => tier === 'cells')
  }

  holdingOf({ id }: Place): Holding | undefined {
    return this.store.holdings.find((holding) => holding.id === id)
  }

  /** Returns the sequence with the reused tokens, or undefined if no sequence is free. */
  begin(way: Way, prompt: readonly number[], key: CacheKey, asker: Asker, save: (place: Place) => void): Place | undefined {
    const { store } = this
    const source = way.holdingId === null ? undefined : this.at(way.holdingId)
    if (source && way.kind === 'continue') {
      this.cut(source, way.reusedTokens)
      return this.given(source, asker)
    }
    const admission = store.admit({ tier: 'cells', amount: sequenceCells, isPrivate: asker.isPrivate }, this.now)
    if ('refusal' in admission) return undefined
    const { room } = admission
    const memory = source?.memory.copy() ?? new ShadowMemory(this.kind, key)
    const letGo = source && this.holdingOf(source)?.isLeaving === false ? store.retain(source.id) : undefined
    for (const { holding } of room.evictions) save(this.at(holding.id))
    letGo?.()
    this.removeAll(room)
    memory.cutTo(way.reusedTokens)
    return this.place('cells', room, memory, key, asker, prompt.slice(0, way.reusedTokens))
  }

  fork(place: Place): Place | undefined {
    const { asker, key } = place
    const admission = this.store.admit({ tier: 'cells', amount: sequenceCells, isPrivate: asker.isPrivate }, this.now)
    if ('refusal' in admission) return undefined
    this.removeAll(admission.room)
    return this.place('cells', admission.room, place.memory.copy(), key, asker, [...place.expected])
  }

  grow(place: Place, tokens: readonly number[]): void {
    place.memory.process(tokens, place.asker.conversationId)
    place.expected.push(...tokens)
    if (!place.privateRoom) this.store.extend(place.id, tokens, this.now, place.memory.usable)
  }

  takeCheckpoint(place: Place): void {
    // A new checkpoint could drop the one that is being copied.
    if (this.holdingOf(place)?.isHeld) return
    place.memory.takeCheckpoint()
    if (!place.privateRoom) this.store.extend(place.id, [], this.now, place.memory.usable)
  }

  cut(place: Place, length: number): void {
    place.memory.cutTo(length)
    place.expected.length = length
    this.store.cut(place.id, length, place.memory.usable)
  }

  copyToMemory(place: Place): void {
    const room = this.admitCopy('memory', place)
    if (!room) return
    this.removeAll(room)
    this.place('memory', room, place.memory.copy(), place.key, place.asker, [...place.expected])
  }

  /** The file is published when the write ends. Until then, its source must stay as it is. */
  startWrite(source: Place): void {
    const room = this.admitCopy('disk', source)
    if (!room) return
    this.removeAll(room)
    this.writes.push({ source, tokens: [...source.expected], room, letGo: this.store.retain(source.id) })
  }

  endWrite(write: Write): void {
    this.writes.splice(this.writes.indexOf(write), 1)
    const { tokens, room } = write
    const { memory, key, asker } = this.at(write.source.id)
    write.letGo()
    this.place('disk', room, memory.copy(), key, asker, tokens)
  }

  abandonWrite(write: Write): void {
    this.writes.splice(this.writes.indexOf(write), 1)
    write.letGo()
    this.store.giveBack(write.room)
  }

  erase(holdings: readonly Holding[]): void {
    for (const { id } of holdings) this.places.delete(id)
  }

  free(place: Place): void {
    this.places.delete(place.id)
    if (place.privateRoom) this.store.giveBack(place.privateRoom)
    else this.store.remove(place.id)
  }

  /** Everything but the files is lost, and the store is built again from them. */
  restart(): void {
    this.writes.length = 0
    this.store = new PrefixStore(budgets, rates)
    for (const place of [...this.places.values()]) {
      this.places.delete(place.id)
      if (place.tier !== 'disk') continue
      const admission = this.store.admit({ tier: 'disk', amount: bytesOf(place.expected.length), isPrivate: false }, this.now)
      if ('refusal' in admission || admission.room.evictions.length > 0) throw new Error('Expected room for the files')
      this.publish(place, admission.room)
    }
  }

  private admitCopy(tier: Tier, place: Place): Room | undefined {
    const { isPrivate } = place.asker
    const admission = this.store.admit({ tier, amount: bytesOf(place.expected.length), isPrivate }, this.now)
    return 'room' in admission ? admission.room : undefined
  }

  private removeAll({ evictions }: Room): void {
    for (const { holding } of evictions) this.free(this.at(holding.id))
  }

  private place(tier: Tier, room: Room, memory: ShadowMemory, key: CacheKey, asker: Asker, expected: number[]): Place {
    const privateRoom = asker.isPrivate ? room : null
    const place: Place = { id: this.newId(tier), tier, asker, key, memory, privateRoom, expected }
    if (privateRoom) this.places.set(place.id, place)
    else this.publish(place, room)
    return place
  }

  private publish(place: Place, room: Room): void {
    const { id, key, asker, expected, memory } = place
    this.places.set(id, place)
    this.store.put(room, { id, key, owner: asker.conversationId, tokens: expected, usable: memory.usable }, this.now)
  }

  /** The sequence now belongs to the conversation that continues it. */
  private given(place: Place, asker: Asker): Place {
    this.store.setOwner(place.id, asker.conversationId)
    const given = { ...place, asker }
    this.places.set(place.id, given)
    return given
  }

  private at(id: string): Place {
    const place = this.places.get(id)
    if (!place) throw new Error(`The machine has no ${id}`)
    return place
  }

  private newId(tier: Tier): string {
    this.ids++
    return `${tier} ${this.ids}`
  }
}
