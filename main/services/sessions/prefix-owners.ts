/** Prefixes that belong to a document or a system prompt. Their names are on the disk only while a saved cache has them. */
import { createHmac } from 'node:crypto'
import type { PrefixKind } from '../../../core/contract/cache/prefixes'
import { type Attachment, frameOf } from '../../../core/documents/document-frame'
import { ownerIdOf, prefixKindOf } from '../../../core/prefix/prefix-owner'
import { Emitter } from '../../../core/streams/emitter'
import { sessionKey } from '../../sessions/session-key'
import type { Store } from '../../store/store'
import type { PrefixMarks } from './prefix-marks'

export class PrefixOwners {
  private readonly names = new Map<string, string>()
  /** By prefix and conversation, a hash of the documents that were sent. */
  private readonly users = new Map<string, Map<string, string>>()
  private readonly kept = new Set<string>()
  readonly namesChanged = new Emitter<Readonly<Record<string, string>>>()

  constructor(
    private readonly preferences: Store['preferences'],
    private readonly marks: PrefixMarks,
  ) {}

  /** The same content has the same id, on this machine only. */
  add(kind: PrefixKind, name: string, content: unknown): string {
    const id = ownerIdOf(kind, this.hashOf(content))
    this.names.set(id, name)
    this.tellNames()
    return id
  }

  has(id: string): boolean {
    return this.nameOf(id) !== null
  }

  nameOf(id: string): string | null {
    return prefixKindOf(id) === undefined ? null : (this.marks.nameOf(id) ?? this.names.get(id) ?? null)
  }

  /** Call it once the prefix is on the disk. */
  keepName(id: string): void {
    const name = this.nameOf(id)
    if (name !== null) this.marks.rename(id, name)
  }

  forget(id: string): void {
    this.marks.forget(id)
    this.kept.delete(id)
    this.users.delete(id)
    if (this.names.delete(id)) this.tellNames()
  }

  /** Forgets what is in memory. */
  clear(): void {
    this.names.clear()
    this.users.clear()
    this.kept.clear()
    this.tellNames()
  }

  /** Stays although no conversation uses it. */
  keep(id: string): void {
    this.kept.add(id)
  }

  isKept(id: string): boolean {
    return this.kept.has(id) || this.users.has(id) || this.marks.nameOf(id) !== null
  }

  usedBy(id: string, conversationId: string, documents: readonly Attachment[]): void {
    this.users.set(id, (this.users.get(id) ?? new Map()).set(conversationId, this.hashOf(documents.map(contentOf))))
  }

  /**
   * Returns the prefixes that only this conversation used, except those that the user saved, named or had processed. `remaining` are the
   * documents of each message that the conversation still has.
   */
  leftBy(conversationId: string, remaining: readonly (readonly Attachment[])[] = []): string[] {
    const used = new Set(remaining.map((documents) => this.hashOf(documents.map(contentOf))))
    const left = [...this.users]
      .filter(([, users]) => !used.has(users.get(conversationId) ?? '') && users.delete(conversationId) && users.size === 0)
      .map(([id]) => id)
    for (const id of left) this.users.delete(id)
    return left.filter((id) => !this.isKept(id))
  }

  /** The other names leave the disk. */
  namesStay(onDisk: ReadonlySet<string>): void {
    for (const id of this.marks.named) {
      if (prefixKindOf(id) === undefined || onDisk.has(id)) continue
      this.names.set(id, this.marks.nameOf(id) ?? '')
      this.marks.forget(id)
    }
    this.tellNames()
  }

  private hashOf(content: unknown): string {
    return createHmac('sha256', sessionKey(this.preferences)).update(JSON.stringify(content)).digest('hex')
  }

  tellNames(): void {
    const ids = [...this.names.keys(), ...this.marks.named].filter((id) => prefixKindOf(id) !== undefined)
    this.namesChanged.emit(Object.fromEntries(ids.map((id) => [id, this.nameOf(id) ?? ''])))
  }
}

const contentOf = (document: Attachment): string => ('image' in document ? document.image.id : frameOf(document))
