/**
 * Saved caches in a prefix store of their own: what they share, what each is worth, and which one goes if the budget is short. Files in other
 * tiers go first, so cells and copies in memory don't count here. The folder is the index: the store follows it whenever it is asked.
 */
import type { NextEviction } from '../../core/contract/cache/prefixes'
import { coded } from '../../core/contract/errors/coded-error'
import type { Eviction, Room } from '../../core/prefix/budgets'
import type { CacheKey } from '../../core/prefix/cache-key'
import { everyLength, type Usable } from '../../core/prefix/holding'
import { PrefixStore } from '../../core/prefix/prefix-store'
import type { ProcessingRate, Rates, Transfer } from '../../core/prefix/rates'
import { describeSession } from './session-file'
import { fileKeyOf, type SessionFileEntry, type SessionFolder } from './session-folder'

/** Files that are read on this machine differ in size only, so the same speed for all does not change their order. */
const reading: Transfer = { startMs: 0, bytesPerSecond: 1e9 }
/** For files without a measured rate: plans then compare tokens. */
const unknownProcessing: readonly ProcessingRate[] = [{ depth: 0, msPerToken: 1 }]
const infinite = Number.POSITIVE_INFINITY

const ratesWith = (processing: readonly ProcessingRate[]): Rates => ({
  processing,
  copy: { startMs: 0, msPerCell: 0 },
  memory: reading,
  disk: reading,
})

export const savedIdOf = (name: string): string => `disk:${name}`

export class SavedPrefixes {
  private readonly processing = new Map<CacheKey, readonly ProcessingRate[]>()
  private readonly store: PrefixStore
  /** Name, bytes: a sealed file does not change, but another one can replace it. */
  private readonly versions = new Map<string, string>()

  constructor(
    private readonly folder: SessionFolder,
    private readonly isPinned: (conversationId: string) => boolean,
  ) {
    const none = { amount: 0, places: 0 }
    const ratesOf = (key: CacheKey) => {
      const processing = this.processing.get(key)
      return processing && ratesWith(processing)
    }
    this.store = new PrefixStore({ cells: none, memory: none, disk: none }, ratesWith(unknownProcessing), undefined, ratesOf)
  }

  /**
   * Reserves space for a file, and removes damaged files and what is worth least. `onEvicted` is called for each sealed file that is removed. Throws
   * `session-over-budget`, `session-pins-fill-budget`, before it removes anything that is sealed.
   */
  async admit(name: string, neededBytes: number, budgetBytes: number, onEvicted: (eviction: Eviction) => void): Promise<Room> {
    const now = await this.follow()
    const { store, folder } = this
    if (neededBytes > budgetBytes) throw coded('session-over-budget', { neededBytes, budgetBytes })
    const used = () => store.usedOf('disk').amount
    for (const file of folder.damaged()) if (used() + folder.damagedBytes() + neededBytes > budgetBytes) folder.remove(file.path)
    const replaces = savedIdOf(name)
    const isReplaced = this.versions.has(replaces)
    if (isReplaced) store.setPinned(replaces, false)
    store.budgets = { ...store.budgets, disk: { amount: Math.max(0, budgetBytes - folder.damagedBytes()), places: infinite } }
    const want = { tier: 'disk', amount: neededBytes, isPrivate: false } as const
    const admission = store.admit(isReplaced ? { ...want, replaces } : want, now)
    if ('refusal' in admission) {
      const { refusal } = admission
      if (refusal.kind !== 'pinned') throw coded('session-over-budget', { neededBytes, budgetBytes })
      throw coded('session-pins-fill-budget', { neededBytes, pinnedBytes: refusal.pinnedAmount, budgetBytes })
    }
    for (const eviction of admission.room.evictions) {
      const { id } = eviction.holding
      folder.remove(folder.pathNamed(id.slice(savedIdOf('').length)))
      this.drop(id)
      onEvicted(eviction)
    }
    return admission.room
  }

  /** Call once the file is there, or will not be. */
  release(room: Room): void {
    this.store.giveBack(room)
  }

  /** All that can go, in that order. */
  async next(): Promise<NextEviction[]> {
    const now = await this.follow()
    return this.store.nextEvictions('disk', infinite, now).map(
      ({ holding, reason, onlyTokens, againMs }): NextEviction => ({
        prefixId: holding.id,
        reason: reason === 'held-elsewhere' ? reason : 'least-worth',
        onlyTokens,
        againMs: this.processing.has(holding.key) ? againMs : null,
      }),
    )
  }

  /** Returns the time of the store, which is the date, as the files' last uses are. */
  private async follow(): Promise<number> {
    const files = this.folder.sealed()
    const here = new Set(files.map(({ name }) => savedIdOf(name)))
    for (const id of [...this.versions.keys()]) if (!here.has(id)) this.drop(id)
    for (const file of files) await this.followFile(file)
    return Date.now()
  }

  private async followFile({ name, path, conversationId, bytes, usedAtMs }: SessionFileEntry): Promise<void> {
    const id = savedIdOf(name)
    const version = `${bytes}`
    const { store } = this
    const key = fileKeyOf(name) as CacheKey
    if (this.versions.get(id) !== version) {
      this.drop(id)
      const described = await describeSession(path).catch(() => undefined)
      // A file that cannot be read is of no use, so it goes first.
      const { tokenIds = [], checkpoints = [], canCutAnywhere = false, processing } = described ?? {}
      if (processing) this.processing.set(key, processing)
      store.budgets = { ...store.budgets, disk: { amount: infinite, places: infinite } }
      const admission = store.admit({ tier: 'disk', amount: bytes, isPrivate: false }, usedAtMs)
      if ('refusal' in admission) throw new Error('Expected no limit')
      store.put(
        admission.room,
        { id, key, owner: conversationId, tokens: tokenIds, usable: canCutAnywhere ? everyLength : stopsOnly(checkpoints) },
        usedAtMs,
      )
      this.versions.set(id, version)
    }
    const holding = store.holdings.find((one) => one.id === id)
    if (holding && usedAtMs > holding.usedAtMs) {
      const asker = { conversationId, isPrivate: false }
      store.use(key, store.tokensOf(id), { chosen: { holdingId: id }, savedMs: 0 }, asker, usedAtMs)
    }
    store.setPinned(id, this.isPinned(conversationId))
  }

  private drop(id: string): void {
    this.store.remove(id)
    this.versions.delete(id)
  }
}

const stopsOnly = (checkpoints: readonly number[]): Usable => ({ cutFrom: infinite, stops: [...checkpoints].sort((a, b) => a - b) })
