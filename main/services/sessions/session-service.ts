/**
 * Saves a cache when another conversation takes its sequence, before its context is freed, when the app closes, and on request. Restores it
 * with the next message, because opening a conversation must not displace another.
 */
import { join } from 'node:path'
import type { ContextReport } from '../../../core/contract/cache/cache'
import type { NextEviction } from '../../../core/contract/cache/prefixes'
import type { RestoredSession, SavedSession, SequenceState, SessionUsage } from '../../../core/contract/cache/sessions'
import type { PrefixRequest, ProcessedPrefix } from '../../../core/contract/chat/turn'
import { coded } from '../../../core/contract/errors/coded-error'
import { failureIn } from '../../../core/contract/errors/wire-errors'
import { documentsIn } from '../../../core/documents/document-frame'
import { SerialQueue } from '../../../core/streams/serial-queue'
import { SavedPrefixes } from '../../sessions/saved-prefixes'
import { SessionFolder } from '../../sessions/session-folder'
import type { Store } from '../../store/store'
import type { EngineClient } from '../../supervisor/engine-client'
import type { Supervisor } from '../../supervisor/supervisor'
import { within } from '../../supervisor/within'
import type { AppStateHolder } from '../common/app-state'
import type { LoadedWeights } from '../models/engine-weights'
import { findOtherFile, type SentPrompt } from './other-files'
import { PrefixMarks } from './prefix-marks'
import { PrefixOwners } from './prefix-owners'
import { type DescribedFile, type ListedFile, type LiveContext, SealedStates } from './sealed-states'
import { SessionFingerprints } from './session-fingerprints'

const shutdownTimeoutMs = 20_000

type Warmed = Pick<RestoredSession, 'tokens' | 'ms'>

export class SessionService {
  private readonly folder: SessionFolder
  private readonly fingerprints: SessionFingerprints
  /** Conversations whose session file matches their sequence in `savedOf`. */
  private saved = new Set<string>()
  private savedOf: ContextReport | undefined
  /** Conversations whose sequences hold deleted messages, until the engine has cut them for a turn. */
  private readonly shortened = new Set<string>()
  /** The last conversation with a turn: no other conversation can have taken its cells. */
  private last: { readonly conversationId: string; readonly context: ContextReport } | undefined
  private readonly queue = new SerialQueue()
  /** What the user pinned and named. */
  readonly marks: PrefixMarks
  readonly owners: PrefixOwners
  private readonly savedPrefixes: SavedPrefixes
  private readonly sealedStates: SealedStates
  private inBackground = 0

  constructor(
    private readonly store: Store,
    private readonly supervisor: Supervisor,
    private readonly state: AppStateHolder,
    weights: () => LoadedWeights | undefined,
    private readonly budgetBytes: () => number,
  ) {
    this.folder = new SessionFolder(join(store.folder, 'sessions'))
    this.fingerprints = new SessionFingerprints(supervisor, weights)
    this.marks = new PrefixMarks(store.preferences)
    this.owners = new PrefixOwners(store.preferences, this.marks)
    this.owners.namesChanged.listen((prefixNames) => state.update({ prefixNames }))
    this.keepNames()
    this.savedPrefixes = new SavedPrefixes(this.folder, (id) => this.marks.isPinned(id))
    const parts = { folder: this.folder, fingerprints: this.fingerprints, savedPrefixes: this.savedPrefixes, budgetBytes }
    this.sealedStates = new SealedStates(store, state, parts, (error) => this.logTrouble(error))
  }

  get usage(): SessionUsage {
    return this.folder.usage()
  }

  /**
   * Returns undefined if no context exists. For a single answer, also returns undefined if the context's last turn was in this
   * conversation, whose cells are then in memory. The returned function never rejects, because a failure costs only time.
   */
  workBefore(conversationId: string, answers = 1, prompt?: SentPrompt): (() => Promise<RestoredSession | undefined>) | undefined {
    const live = this.liveContext()
    this.saved.delete(conversationId)
    if (!live) return undefined
    const last = this.inBackground > 0 ? undefined : this.last
    this.last = { conversationId, context: live.context }
    if (answers === 1 && last?.context === live.context && last.conversationId === conversationId) return undefined
    return () => this.queue.run(() => this.prepare(live, conversationId, answers, prompt)).catch((error: unknown) => this.logTrouble(error))
  }

  /** Call it once a turn's prompt is in the sequence of its conversation. */
  promptHeld(conversationId: string): void {
    this.shortened.delete(conversationId)
  }

  contextCreated(): void {
    const live = this.liveContext()
    if (live) this.fingerprints.contextCreated(live.context)
  }

  /** Throws the errors that the contract lists for `sessions.save`. */
  async save(conversationId: string): Promise<SavedSession> {
    const isOwned = this.owners.has(conversationId)
    if (!isOwned) this.store.conversations.get(conversationId)
    this.state.assertNotAnswering(conversationId)
    if (this.store.conversations.isPrivate(conversationId)) throw coded('session-private', {})
    const live = this.liveContext()
    if (!live) throw coded('no-model-loaded', {})
    return this.queue.run(async () => {
      const held = (await live.client.sequences()).find((sequence) => sequence.conversationId === conversationId)
      if (!held || held.tokens === 0 || this.shortened.has(conversationId)) throw coded('session-not-held', { conversationId })
      const saved = await this.write(live, held, conversationId)
      if (isOwned) this.owners.keepName(conversationId)
      return saved
    })
  }

  /** Never throws. */
  async keepAll(): Promise<void> {
    const live = this.liveContext()
    if (!live || this.budgetBytes() === 0) return
    const work = this.queue
      .run(async () => {
        for (const sequence of await live.client.sequences()) await this.keep(live, sequence)
      })
      .catch((error: unknown) => this.logTrouble(error))
    await within(shutdownTimeoutMs, work, undefined)
  }

  /** Least recently used first. */
  files(): Promise<ListedFile[]> {
    return this.sealedStates.list(this.liveContext())
  }

  async describe(conversationId: string): Promise<DescribedFile> {
    const live = this.liveContext()
    return live && this.sealedStates.describe(live, conversationId)
  }

  nextEvictions(): Promise<NextEviction[]> {
    return this.savedPrefixes.next()
  }

  removeFile(path: string): void {
    this.saved.clear()
    this.folder.remove(path)
    this.keepNames()
  }

  /** Restores a saved cache before its conversation needs it. Returns undefined if the engine has the conversation already. */
  async warm(conversationId: string): Promise<Warmed | undefined> {
    return this.intoCells(conversationId, async (live, hasOwn) => (hasOwn ? undefined : this.sealedStates.restore(live, conversationId)))
  }

  /** The same for a copy in memory. */
  async warmCopy(conversationId: string, prefixId: string): Promise<Warmed> {
    return this.intoCells(conversationId, ({ client }) => client.warmPrefix({ prefixId }))
  }

  /** Saves what the prompt may displace, and restores its own saved cache. Throws `no-model-loaded`, and what the engine throws. */
  async processPrefix(request: PrefixRequest, signal: AbortSignal | undefined): Promise<ProcessedPrefix> {
    const { conversationId: ownerId } = request
    const live = this.liveContext()
    if (!live) throw coded('no-model-loaded', {})
    await this.queue.run(async () => {
      const hasOwn = await this.keepDisplaced(live, ownerId, 1)
      if (!hasOwn && !(await this.isInMemory(live, ownerId))) await this.sealedStates.restore(live, ownerId)
    })
    // It may take the cells of the last conversation, even if a turn ends it.
    this.last = undefined
    this.inBackground++
    try {
      return await live.client.processPrefix(request, signal ? { signal } : {})
    } finally {
      this.inBackground--
    }
  }

  private async intoCells<T>(conversationId: string, restore: (live: LiveContext, hasOwn: boolean) => Promise<T>): Promise<T> {
    const live = this.liveContext()
    if (!live) throw coded('no-model-loaded', {})
    this.state.assertNotAnswering(conversationId)
    return this.queue.run(async () => {
      const hasOwn = await this.keepDisplaced(live, conversationId, 1)
      const restored = await restore(live, hasOwn)
      this.last = { conversationId, context: live.context }
      return restored
    })
  }

  forget(conversationId: string): void {
    for (const ownerId of this.owners.leftBy(conversationId)) this.forget(ownerId)
    this.owners.forget(conversationId)
    this.deleteFile(conversationId, async (client) => {
      await client?.forget({ conversationId })
      this.shortened.delete(conversationId)
    })
  }

  /**
   * Call it when messages of the conversation were deleted. The next turn reuses the cells of the others. Nothing is saved until
   * `promptHeld`, because the sequence holds the deleted messages too.
   */
  shorten(conversationId: string): void {
    const documents = this.store.messages.all(conversationId).map(documentsIn)
    for (const ownerId of this.owners.leftBy(conversationId, documents)) this.forget(ownerId)
    this.shortened.add(conversationId)
    this.deleteFile(conversationId, async (client) => {
      const held = (await client?.sequences()) ?? []
      // The next turn cuts only one of them.
      if (held.filter((sequence) => sequence.conversationId === conversationId).length > 1) await client?.forget({ conversationId })
    })
  }

  /** Deletes it again after a running save, which would create it. The next turn of the conversation waits for that and for `work`. */
  private deleteFile(conversationId: string, work: (client: EngineClient | undefined) => Promise<void>): void {
    this.folder.forget(conversationId)
    if (this.last?.conversationId === conversationId) this.last = undefined
    const client = this.liveContext()?.client
    void this.queue
      .run(async () => {
        this.folder.forget(conversationId)
        this.saved.delete(conversationId)
        await work(client)
      })
      .catch((error: unknown) => this.logTrouble(error))
  }

  removeAll(): void {
    this.folder.removeAll()
    this.keepNames()
    this.saved = new Set()
    this.state.events.add('context', { code: 'sessions-removed', facts: {} })
  }

  private keepNames(): void {
    this.owners.namesStay(new Set(this.folder.sealed().map(({ conversationId }) => conversationId)))
  }

  private async prepare(
    live: LiveContext,
    conversationId: string,
    answers: number,
    prompt?: SentPrompt,
  ): Promise<RestoredSession | undefined> {
    const hasOwn = await this.keepDisplaced(live, conversationId, answers)
    if (hasOwn || (await this.isInMemory(live, conversationId))) return undefined
    return (await this.sealedStates.restore(live, conversationId)) ?? (prompt && this.restoreOther(live, conversationId, prompt))
  }

  /** Saves the caches whose sequences the conversation will take. Returns whether it has a sequence already. */
  private async keepDisplaced(live: LiveContext, conversationId: string, answers: number): Promise<boolean> {
    const sequences = await live.client.sequences()
    const isOwn = (sequence: SequenceState) => sequence.conversationId === conversationId && sequence.tokens > 0
    const hasOwn = sequences.some(isOwn)
    const taken = hasOwn ? answers - 1 : answers
    const displaced = sequences.filter((sequence) => !isOwn(sequence) && sequence.takenAfter !== null && sequence.takenAfter < answers)
    for (const sequence of displaced.sort(firstTaken).slice(0, taken)) await this.keep(live, sequence)
    return hasOwn
  }

  /** The engine restores its copy itself. */
  private async isInMemory({ client }: LiveContext, conversationId: string): Promise<boolean> {
    const { tokens } = await client.copiedTokens({ conversationId })
    return tokens > 0 && tokens >= ((await this.describe(conversationId))?.tokens ?? 0)
  }

  private async restoreOther(live: LiveContext, conversationId: string, prompt: SentPrompt): Promise<RestoredSession | undefined> {
    const { conversations } = this.store
    if (conversations.isPrivate(conversationId)) return undefined
    const files = (await this.files()).filter(
      (file) => file.fits && (conversations.isKept(file.conversationId) || this.owners.has(file.conversationId)),
    )
    const ownerId = await findOtherFile(live.client, files, conversationId, prompt)
    return ownerId === undefined ? undefined : this.sealedStates.restore(live, conversationId, ownerId)
  }

  private async keep(live: LiveContext, sequence: SequenceState): Promise<void> {
    const { conversationId, tokens, isBusy } = sequence
    if (conversationId === null || tokens === 0 || isBusy || this.savedIn(live).has(conversationId) || this.budgetBytes() === 0) return
    if (!this.store.conversations.isKept(conversationId) || this.shortened.has(conversationId)) return
    await this.write(live, sequence, conversationId).catch((error: unknown) => this.logTrouble(error))
  }

  private async write(live: LiveContext, sequence: SequenceState, conversationId: string): Promise<SavedSession> {
    try {
      const session = await this.sealedStates.write(live, sequence, conversationId)
      this.savedIn(live).add(conversationId)
      return session
    } finally {
      // Other files may have made room.
      this.keepNames()
    }
  }

  private savedIn({ context }: LiveContext): Set<string> {
    if (this.savedOf !== context) this.saved = new Set()
    this.savedOf = context
    return this.saved
  }

  private liveContext(): LiveContext | undefined {
    const { engine } = this.supervisor
    const { model } = this.state.value
    return engine && model.status === 'ready' ? { client: engine.client, context: model.context } : undefined
  }

  private logTrouble(error: unknown): undefined {
    const failure = failureIn(error)
    if (failure) this.state.events.addFailure('context', failure)
    else if (this.supervisor.engine) console.error('[sessions]', error)
  }
}

const firstTaken = (left: SequenceState, right: SequenceState): number => (left.takenAfter ?? 0) - (right.takenAfter ?? 0)
