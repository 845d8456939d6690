/** The cache store for the window: what the engine holds, what is on disk, and what the user named and pinned. */
import type { CacheStore, SavedPrefix, StoredPrefix, TierUse } from '../../../core/contract/cache/prefixes'
import type { SavedSession } from '../../../core/contract/cache/sessions'
import { coded } from '../../../core/contract/errors/coded-error'
import { prefixKindOf } from '../../../core/prefix/prefix-owner'
import { pause } from '../../../core/streams/changes'
import { savedIdOf } from '../../sessions/saved-prefixes'
import { describeSession } from '../../sessions/session-file'
import type { Store } from '../../store/store'
import type { Supervisor } from '../../supervisor/supervisor'
import type { AppStateHolder } from '../common/app-state'
import type { SessionService } from './session-service'

const firstCharacters = 200
const empty: CacheStore = { prefixes: [], nodes: [], tiers: [], next: [] }

interface DiskFile {
  readonly saved: SavedPrefix
  readonly fits: boolean
}

export class PrefixService {
  /** A sealed file never changes, so its description is read once. */
  private described = new Map<string, Promise<{ readonly tokens: number; readonly checkpoints: number }>>()
  private acted = new AbortController()

  constructor(
    private readonly store: Store,
    private readonly supervisor: Supervisor,
    private readonly state: AppStateHolder,
    private readonly sessions: SessionService,
    private readonly budgetBytes: () => number,
  ) {}

  /** Looks again after an action, and at most every `everyMs`. */
  reader(everyMs: number, signal: AbortSignal | undefined): () => Promise<CacheStore | undefined> {
    let before = ''
    return async () => {
      for (;;) {
        const { signal: changed } = this.acted
        const seen = await this.read()
        const now = JSON.stringify(seen)
        if (now !== before || signal?.aborted) {
          before = now
          return seen
        }
        await pause(everyMs, signal ? AbortSignal.any([signal, changed]) : changed)
      }
    }
  }

  async read(): Promise<CacheStore> {
    const { held, prefixes } = await this.all()
    const { hidden, shown } = this.parted(prefixes)
    const isShown = (id: string) => !hidden.has(id)
    const usedBytes = this.sessions.usage.bytes
    const disk: TierUse = { tier: 'disk', usedBytes, budgetBytes: this.budgetBytes(), privateBytes: 0, cells: null }
    const isDiskListed = held.tiers.some(({ tier }) => tier === 'disk')
    return {
      prefixes: shown,
      nodes: withoutHidden(held.nodes, isShown),
      tiers: [...held.tiers.map((use) => withPrivate(use, hidden)), ...(isDiskListed ? [] : [disk])],
      next: [
        ...held.next.filter(({ prefixId }) => isShown(prefixId)),
        ...(isDiskListed ? [] : (await this.sessions.nextEvictions()).filter(({ prefixId }) => shown.some(({ id }) => id === prefixId))),
      ],
    }
  }

  /** Includes private conversations. */
  private async all(): Promise<{ readonly held: CacheStore; readonly prefixes: readonly StoredPrefix[] }> {
    const files = await this.files()
    const held = await this.held(files)
    const others = files.filter(({ fits, saved }) => !fits || !held.prefixes.some(({ id }) => id === saved.id)).map(unplaced)
    return { held, prefixes: [...held.prefixes, ...others] }
  }

  async pin(prefixId: string, isPinned: boolean): Promise<void> {
    const { conversationId, tier } = await this.find(prefixId)
    const isOnDisk = (await this.files()).some(({ saved, fits }) => fits && saved.conversationId === conversationId)
    if (isPinned && tier !== 'disk' && !isOnDisk) await this.sessions.save(conversationId)
    this.sessions.marks.pin(conversationId, isPinned)
    this.changed()
  }

  async rename(prefixId: string, name: string): Promise<void> {
    const { conversationId } = await this.find(prefixId)
    this.sessions.marks.rename(conversationId, name.trim())
    this.sessions.owners.tellNames()
    this.changed()
  }

  async warm(prefixId: string): Promise<{ tokens: number; ms: number }> {
    const { conversationId, isUsable, tokens, tier } = await this.find(prefixId)
    if (!isUsable) throw coded('prefix-not-usable', { reason: 'other-settings' })
    const { sessions } = this
    const restored = await (tier === 'memory' ? sessions.warmCopy(conversationId, prefixId) : sessions.warm(conversationId))
    this.changed()
    return { tokens: restored?.tokens ?? tokens, ms: restored?.ms ?? 0 }
  }

  async save(prefixId: string): Promise<SavedSession> {
    const { conversationId } = await this.find(prefixId)
    const saved = await this.sessions.save(conversationId)
    this.changed()
    return saved
  }

  async remove(prefixId: string): Promise<void> {
    const found = (await this.all()).prefixes.find(({ id }) => id === prefixId)
    if (!found) throw coded('prefix-not-found', { prefixId })
    const { conversationId, tier } = found
    if (tier === 'disk') {
      const file = (await this.files()).find(({ saved }) => saved.id === prefixId)
      if (file) this.sessions.removeFile(file.saved.path)
      if (conversationId !== null) this.sessions.marks.pin(conversationId, false)
    } else {
      if (conversationId !== null && tier === 'cells') this.state.assertNotAnswering(conversationId)
      await this.supervisor.engine?.client.removePrefix({ prefixId })
    }
    this.changed()
  }

  /** Throws `prefix-not-found`, and `prefix-not-usable` if the prefix belongs to no conversation. */
  private async find(prefixId: string): Promise<StoredPrefix & { readonly conversationId: string }> {
    const found = (await this.read()).prefixes.find(({ id }) => id === prefixId)
    if (!found) throw coded('prefix-not-found', { prefixId })
    const { conversationId } = found
    if (conversationId === null) throw coded('prefix-not-usable', { reason: 'no-conversation' })
    return { ...found, conversationId }
  }

  private changed(): void {
    this.acted.abort()
    this.acted = new AbortController()
  }

  private async held(files: readonly DiskFile[]): Promise<CacheStore> {
    const { engine } = this.supervisor
    const { status } = this.state.value.model
    if (!engine || status !== 'ready') return empty
    return engine.client.prefixes({ saved: files.filter(({ fits }) => fits).map(({ saved }) => saved) }).catch((error: unknown) => {
      // The engine may be unloading the model, or may have died, which the window says elsewhere.
      if (this.supervisor.engine === engine && this.state.value.model.status === 'ready') throw error
      return empty
    })
  }

  private async files(): Promise<DiskFile[]> {
    const described: typeof this.described = new Map()
    const files: DiskFile[] = []
    for (const { conversationId, path, name, bytes, usedAtMs, fits } of await this.sessions.files()) {
      const version = `${name} ${bytes}`
      const description = this.described.get(version) ?? describeSession(path).then(counted, () => ({ tokens: 0, checkpoints: 0 }))
      described.set(version, description)
      const isPinned = this.sessions.marks.isPinned(conversationId)
      files.push({ fits, saved: { id: savedIdOf(name), conversationId, path, bytes, usedAtMs, isPinned, ...(await description) } })
    }
    this.described = described
    return files
  }

  private parted(prefixes: readonly StoredPrefix[]) {
    const { conversations, messages } = this.store
    const { marks, owners } = this.sessions
    const hidden = new Map<string, StoredPrefix>()
    const shown: StoredPrefix[] = []
    for (const prefix of prefixes) {
      const { conversationId } = prefix
      if (conversationId === null) shown.push(prefix)
      else if (conversations.isPrivate(conversationId)) hidden.set(prefix.id, prefix)
      else if (owners.has(conversationId)) {
        const kind = prefixKindOf(conversationId)
        const isPinned = prefix.tier === 'disk' ? marks.isPinned(conversationId) : prefix.isPinned
        shown.push({ ...prefix, isPinned, name: owners.nameOf(conversationId), ...(kind ? { kind } : {}) })
      } else if (!conversations.isKept(conversationId)) shown.push({ ...prefix, conversationId: null })
      else {
        const firstWords = messages.firstWords(conversationId, firstCharacters) || prefix.firstWords
        const isPinned = prefix.tier === 'disk' ? marks.isPinned(conversationId) : prefix.isPinned
        shown.push({ ...prefix, firstWords, isPinned, name: marks.nameOf(conversationId) })
      }
    }
    return { hidden, shown }
  }
}

const counted = ({ tokens, checkpoints }: Awaited<ReturnType<typeof describeSession>>) => ({ tokens, checkpoints: checkpoints.length })

function unplaced({ saved: { path: _, ...file }, fits }: DiskFile): StoredPrefix {
  return { ...file, tier: 'disk', name: null, firstWords: '', hits: null, savedMs: null, isBusy: false, isUsable: fits }
}

function withPrivate(use: TierUse, hidden: ReadonlyMap<string, StoredPrefix>): TierUse {
  const ofTier = [...hidden.values()].filter(({ tier }) => tier === use.tier)
  return { ...use, privateBytes: use.privateBytes + ofTier.reduce((sum, { bytes }) => sum + bytes, 0) }
}

function withoutHidden(nodes: CacheStore['nodes'], isShown: (id: string) => boolean): CacheStore['nodes'] {
  const kept = nodes.map((node) => ({ ...node, prefixIds: node.prefixIds.filter(isShown) }))
  const places = new Map<number, number>()
  for (const [at, { prefixIds }] of kept.entries()) if (prefixIds.length > 0) places.set(at, places.size)
  return kept
    .filter(({ prefixIds }) => prefixIds.length > 0)
    .map((node) => ({ ...node, parent: node.parent === null ? null : (places.get(node.parent) ?? null) }))
}
