/** A sequence's state to a sealed file and back: the budgets, the seal and the checkpoints of one file. */
import { basename } from 'node:path'
import type { ContextReport } from '../../../core/contract/cache/cache'
import { mostCheckpoints } from '../../../core/contract/cache/session-limits'
import type { RestoredSession, SavedSession, SequenceState } from '../../../core/contract/cache/sessions'
import { coded } from '../../../core/contract/errors/coded-error'
import type { Room } from '../../../core/prefix/budgets'
import { asDiskFull, assertRoom } from '../../files/disk-space'
import type { SavedPrefixes } from '../../sessions/saved-prefixes'
import {
  type CheckedSession,
  checkSession,
  describeSession,
  extractPart,
  type SessionOwner,
  sealSession,
} from '../../sessions/session-file'
import type { SessionFileEntry, SessionFolder } from '../../sessions/session-folder'
import { sessionKey } from '../../sessions/session-key'
import type { Store } from '../../store/store'
import type { EngineClient } from '../../supervisor/engine-client'
import type { AppStateHolder } from '../common/app-state'
import type { SessionFingerprints } from './session-fingerprints'

/** Main's part of a file: its description and its seal. */
const descriptionBytes = 64 * 1024

export interface LiveContext {
  readonly client: EngineClient
  readonly context: ContextReport
}

/** `fits` says whether the file was saved with the current model and settings. */
export type ListedFile = SessionFileEntry & { readonly fits: boolean }
export type DescribedFile = Awaited<ReturnType<typeof describeSession>> | undefined

interface Parts {
  readonly folder: SessionFolder
  readonly fingerprints: SessionFingerprints
  readonly savedPrefixes: SavedPrefixes
  readonly budgetBytes: () => number
}

export class SealedStates {
  private readonly folder: SessionFolder
  private readonly fingerprints: SessionFingerprints
  private readonly savedPrefixes: SavedPrefixes
  private readonly budgetBytes: () => number

  constructor(
    private readonly store: Store,
    private readonly state: AppStateHolder,
    { folder, fingerprints, savedPrefixes, budgetBytes }: Parts,
    private readonly logTrouble: (error: unknown) => void,
  ) {
    this.folder = folder
    this.fingerprints = fingerprints
    this.savedPrefixes = savedPrefixes
    this.budgetBytes = budgetBytes
  }

  /** Least recently used first. */
  async list(live: LiveContext | undefined): Promise<ListedFile[]> {
    const fingerprint = live && (await this.fingerprints.of(live.context).catch(() => undefined))
    return this.folder.sealed().map((file) => {
      const { conversationId, path } = file
      return { ...file, fits: fingerprint !== undefined && this.folder.pathOf({ conversationId, fingerprint }) === path }
    })
  }

  /** For estimates only, because the file is not verified. */
  async describe({ context }: LiveContext, conversationId: string): Promise<DescribedFile> {
    if (this.store.conversations.isPrivate(conversationId)) return undefined
    try {
      const path = this.folder.pathOf({ conversationId, fingerprint: await this.fingerprints.of(context) })
      return this.folder.has(path) ? await describeSession(path) : undefined
    } catch {
      return undefined
    }
  }

  async restore({ client, context }: LiveContext, conversationId: string, ownerId = conversationId): Promise<RestoredSession | undefined> {
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

  async write(
    { client, context }: LiveContext,
    { mostSavedBytes, checkpoints }: SequenceState,
    conversationId: string,
  ): Promise<SavedSession> {
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
        canCutAnywhere: written.canCutAnywhere,
        messages: written.messages,
        processing: written.processing,
        mostBytes: room.amount,
      })
      // A full disk can truncate a file without an error.
      if (session.bytes < written.bytes) throw coded('disk-full', { path: this.folder.path })
      if (session.bytes > room.amount) throw coded('session-over-budget', { neededBytes: session.bytes, budgetBytes: room.amount })
      await this.folder.publish(path)
      const saved = { ...session, ms: performance.now() - started, checkpoints: parts.length }
      this.state.events.add('context', { code: 'session-saved', facts: saved })
      return saved
    } catch (error) {
      this.folder.discard(path)
      throw asDiskFull(error, this.folder.path)
    } finally {
      this.savedPrefixes.release(room)
      this.folder.discardParts(path, checkpointPaths.length)
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

  /** Reserves the space of a file before it is written. Throws `session-over-budget`, `session-pins-fill-budget`, `session-not-enough-disk`. */
  private async admit(path: string, neededBytes: number): Promise<Room> {
    await assertRoom(this.store.folder, neededBytes, (facts) => coded('session-not-enough-disk', facts))
    const budgetBytes = this.budgetBytes()
    return this.savedPrefixes.admit(basename(path), neededBytes, budgetBytes, ({ holding, reason, onlyTokens }) => {
      const { tokens, amount: bytes } = holding
      this.state.events.add('context', { code: 'session-evicted', facts: { reason, tokens, bytes, onlyTokens, budgetBytes } })
    })
  }
}
