/**
 * Saves a cache when another conversation takes its sequence, before its context is freed, when the app closes, and on request. Restores it
 * with the next message, because opening a conversation must not displace another.
 */
import { basename, join } from 'node:path'
import type { ContextReport } from '../../../core/contract/cache/cache'
import type { NextEviction } from '../../../core/contract/cache/prefixes'
import { mostCheckpoints } from '../../../core/contract/cache/session-limits'
import type { RestoredSession, SavedSession, SequenceState, SessionUsage } from '../../../core/contract/cache/sessions'
import { coded } from '../../../core/contract/errors/coded-error'
import { failureIn } from '../../../core/contract/errors/wire-errors'
import type { Room } from '../../../core/prefix/budgets'
import { SerialQueue } from '../../../core/streams/serial-queue'
import { asDiskFull, assertRoom } from '../../files/disk-space'
import { SavedPrefixes } from '../../sessions/saved-prefixes'
import {
  type CheckedSession,
  checkSession,
  describeSession,
  extractPart,
  type SessionOwner,
  sealSession,
} from '../../sessions/session-file'
import { type SessionFileEntry, SessionFolder } from '../../sessions/session-folder'
import { sessionKey } from '../../sessions/session-key'
import type { Store } from '../../store/store'
import type { EngineClient } from '../../supervisor/engine-client'
import type { Supervisor } from '../../supervisor/supervisor'
import { within } from '../../supervisor/within'
import type { AppStateHolder } from '../common/app-state'
import type { LoadedWeights } from '../models/engine-weights'
import { findOtherFile, type SentPrompt } from './other-files'
import { PrefixMarks } from './prefix-marks'
import { SessionFingerprints } from './session-fingerprints'

const shutdownTimeoutMs = 20_000
/** Main's part of a file: its description and its seal. */
const descriptionBytes = 64 * 1024

type Warmed = Pick<RestoredSession, 'tokens' | 'ms'>

interface LiveContext {
  readonly client: EngineClient
  readonly context: ContextReport
}

export class SessionService {
  private readonly folder: SessionFolder
  private readonly fingerprints: SessionFingerprints
  /** Conversations whose session file matches their sequence in the current context. */
  private saved = new Set<string>()
  /** The last conversation with a turn: no other conversation can have taken its cells. */
  private last: { readonly conversationId: string; readonly context: ContextReport } | undefined
  private readonly queue = new SerialQueue()
  /** What the user pinned and named. */
  readonly marks: PrefixMarks
  private readonly savedPrefixes: SavedPrefixes

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
    this.savedPrefixes = new SavedPrefixes(this.folder, (id) => this.marks.isPinned(id))
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
    const { last } = this
    this.last = { conversationId, context: live.context }
    if (answers === 1 && last?.context === live.context && last.conversationId === conversationId) return undefined
    if (last?.context !== live.context) this.saved = new Set()
    return () => this.queue.run(() => this.prepare(live, conversationId, answers, prompt)).catch((error: unknown) => this.logTrouble(error))
  }

  contextCreated(): void {
    const live = this.liveContext()
    if (live) this.fingerprints.contextCreated(live.context)
  }

  /** Throws the errors that the contract lists for `sessions.save`. */
  async save(conversationId: string): Promise<SavedSession> {
    this.store.conversations.get(conversationId)
    this.state.assertNotAnswering(conversationId)
    if (this.store.conversations.isPrivate(conversationId)) throw coded('session-private', {})
    const live = this.liveContext()
    if (!live) throw coded('no-model-loaded', {})
    return this.queue.run(async () => {
      const held = (await live.client.sequences()).find((sequence) => sequence.conversationId === conversationId)
      if (!held || held.tokens === 0) throw coded('session-not-held', { conversationId })
      return this.write(live, held)
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

  /** Least recently used first. `fits` says whether the file was saved with the current model and settings. */
  async files(): Promise<(SessionFileEntry & { readonly fits: boolean })[]> {
    const live = this.liveContext()
    const fingerprint = live && (await this.fingerprints.of(live.context).catch(() => undefined))
    return this.folder.sealed().map((file) => {
      const { conversationId, path } = file
      return { ...file, fits: fingerprint !== undefined && this.folder.pathOf({ conversationId, fingerprint }) === path }
    })
  }

  nextEvictions(): Promise<NextEviction[]> {
    return this.savedPrefixes.next()
  }

  removeFile(path: string): void {
    this.saved.clear()
    this.folder.remove(path)
  }

  /** Restores a saved cache before its conversation needs it. Returns undefined if the engine has the conversation already. */
  async warm(conversationId: string): Promise<Warmed | undefined> {
    return this.intoCells(conversationId, async (live, hasOwn) => (hasOwn ? undefined : this.restore(live, conversationId)))
  }

  /** The same for a copy in memory. */
  async warmCopy(conversationId: string, prefixId: string): Promise<Warmed> {
    return this.intoCells(conversationId, ({ client }) => client.warmPrefix({ prefixId }))
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
    this.marks.forget(conversationId)
    this.folder.forget(conversationId)
    if (this.last?.conversationId === conversationId) this.last = undefined
    const live = this.liveContext()
    // A running save would create the file again.
    void this.queue
      .run(async () => {
        this.folder.forget(conversationId)
        await live?.client.forget({ conversationId })
      })
      .catch((error: unknown) => this.logTrouble(error))
  }

  removeAll(): void {
    this.folder.removeAll()
    this.saved = new Set()
    this.state.events.add('context', { code: 'sessions-removed', facts: {} })
  }

  private async prepare(
    live: LiveContext,
    conversationId: string,
    answers: number,
    prompt?: SentPrompt,
  ): Promise<RestoredSession | undefined> {
    const hasOwn = await this.keepDisplaced(live, conversationId, answers)
    if (hasOwn || (await this.isInMemory(live, conversationId))) return undefined
    return (await this.restore(live, conversationId)) ?? (prompt && this.restoreOther(live, conversationId, prompt))
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
    const files = (await this.files()).filter((file) => file.fits && conversations.isKept(file.conversationId))
    const ownerId = await findOtherFile(live.client, files, conversationId, prompt)
    return ownerId === undefined ? undefined : this.restore(live, conversationId, ownerId)
  }

  /** For estimates only, because the file is not verified. */
  async describe(conversationId: string): Promise<Awaited<ReturnType<typeof describeSession>> | undefined> {
    const live = this.liveContext()
    if (!live || this.store.conversations.isPrivate(conversationId)) return undefined
    try {
      const path = this.folder.pathOf({ conversationId, fingerprint: await this.fingerprints.of(live.context) })
      return this.folder.has(path) ? await describeSession(path) : undefined
    } catch {
      return undefined
    }
  }

  private async restore(
    { client, context }: LiveContext,
    conversationId: string,
    ownerId = conversationId,
  ): Promise<RestoredSession | undefined> {
    if (this.store.conversations.isPrivate(conversationId)) return undefined
    const started = performance.now()
    const owner = { conversationId: ownerId, fingerprint: await this.fingerprints.of(context) }
    const path = this.folder.pathOf(owner)
    if (!this.folder.has(path)) return undefined
    try {
      const checked = await checkSession(path, sessionKey(this.store.preferences), owner)
      const checkpoints = await this.extract(path, checked)
      const { tokens } = await client.restoreSequence({ conversationId, path, checkpoints })
      this.folder.used(path)
      const { bytes } = checked
      const ms = performance.now() - started
      this.state.events.add('context', { code: 'session-restored', facts: { tokens, bytes, ms, checkpoints: checkpoints.length } })
      const from = ownerId === conversationId ? {} : { conversationId: ownerId }
      return { tokens, bytes, ms, ...(checkpoints.length > 0 ? { checkpoints: checkpoints.length } : {}), ...from }
    } catch (error) {
      if (this.folder.has(path)) this.folder.setAside(path)
      throw error
    } finally {
      this.folder.discardParts(path, mostCheckpoints)
    }
  }

  private async extract(path: string, { checkpoints }: CheckedSession): Promise<{ tokens: number; path: string }[]> {
    const paths = this.folder.partPaths(path, checkpoints.length)
    const parts = checkpoints.map((part, at) => ({ ...part, path: paths[at] as string }))
    try {
      for (const part of parts) await extractPart(path, part, part.path)
      return parts.map(({ tokens, path: partPath }) => ({ tokens, path: partPath }))
    } catch (error) {
      this.logTrouble(asDiskFull(error, this.folder.path))
      return []
    }
  }

  private async keep(live: LiveContext, sequence: SequenceState): Promise<void> {
    const { conversationId, tokens, isBusy } = sequence
    if (conversationId === null || tokens === 0 || isBusy || this.saved.has(conversationId) || this.budgetBytes() === 0) return
    if (!this.store.conversations.isKept(conversationId)) return
    await this.write(live, sequence).catch((error: unknown) => this.logTrouble(error))
  }

  private async write(
    { client, context }: LiveContext,
    { conversationId, mostSavedBytes, checkpoints }: SequenceState,
  ): Promise<SavedSession> {
    if (conversationId === null) throw new Error('Expected the sequence of a conversation')
    this.store.ground.assertThere()
    const started = performance.now()
    const owner: SessionOwner = { conversationId, fingerprint: await this.fingerprints.of(context) }
    const path = this.folder.pathOf(owner)
    const room = await this.admit(path, mostSavedBytes + descriptionBytes)
    const unsealed = await this.folder.unsealedPath(path)
    const checkpointPaths = this.folder.partPaths(path, Math.min(checkpoints, mostCheckpoints))
    try {
      const written = await client.saveSequence({ conversationId, path: unsealed, checkpointPaths })
      const parts = written.checkpoints.map(({ tokens }, at) => ({ tokens, path: checkpointPaths[at] as string }))
      const session = await sealSession(unsealed, sessionKey(this.store.preferences), owner, {
        checkpoints: parts,
        messages: written.messages,
        processing: written.processing,
        mostBytes: room.amount,
      })
      // A full disk can truncate a file without an error.
      if (session.bytes < written.bytes) throw coded('disk-full', { path: this.folder.path })
      if (session.bytes > room.amount) throw coded('session-over-budget', { neededBytes: session.bytes, budgetBytes: room.amount })
      await this.folder.publish(path)
      return this.noteSaved(conversationId, { ...session, ms: performance.now() - started, checkpoints: parts.length })
    } catch (error) {
      this.folder.discard(path)
      throw asDiskFull(error, this.folder.path)
    } finally {
      this.savedPrefixes.release(room)
      this.folder.discardParts(path, checkpointPaths.length)
    }
  }

  private noteSaved(conversationId: string, session: SavedSession): SavedSession {
    this.saved.add(conversationId)
    this.state.events.add('context', { code: 'session-saved', facts: session })
    return session
  }

  /** Reserves the space of a file before it is written. Throws `session-over-budget`, `session-pins-fill-budget`, `session-not-enough-disk`. */
  private async admit(path: string, neededBytes: number): Promise<Room> {
    await assertRoom(this.store.folder, neededBytes, (facts) => coded('session-not-enough-disk', facts))
    const budgetBytes = this.budgetBytes()
    return this.savedPrefixes.admit(basename(path), neededBytes, budgetBytes, ({ holding, reason, onlyTokens }) => {
      const { tokens, amount: bytes } = holding
      this.state.events.add('context', { code: 'session-evicted', facts: { reason, tokens, bytes, onlyTokens, budgetBytes } })
    })
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
