/** Prefixes that belong to a document. Their names are on the disk only while a saved cache has them. */
import { createHmac } from 'node:crypto'
import type { PrefixKind } from '../../../core/contract/cache/prefixes'
import { sessionKey } from '../../sessions/session-key'
import type { Store } from '../../store/store'
import type { PrefixMarks } from './prefix-marks'

/** File names of saved caches contain ids, so these look like ids of conversations, which have no such beginning. */
const beginnings: Readonly<Record<PrefixKind, string>> = { document: 'd-' }

export class PrefixOwners {
  private readonly names = new Map<string, string>()
  private readonly users = new Map<string, Set<string>>()

  constructor(
    private readonly preferences: Store['preferences'],
    private readonly marks: PrefixMarks,
  ) {}

  /** The same content has the same id, on this machine only. */
  add(kind: PrefixKind, name: string, content: unknown): string {
    const hash = createHmac('sha256', sessionKey(this.preferences)).update(JSON.stringify(content)).digest('hex')
    const id = `${beginnings[kind]}${hash.slice(0, 48)}`
    this.names.set(id, name)
    return id
  }

  kindOf(id: string): PrefixKind | undefined {
    return (Object.keys(beginnings) as PrefixKind[]).find((kind) => id.startsWith(beginnings[kind]))
  }

  has(id: string): boolean {
    return this.nameOf(id) !== null
  }

  nameOf(id: string): string | null {
    return this.kindOf(id) === undefined ? null : (this.marks.nameOf(id) ?? this.names.get(id) ?? null)
  }

  /** Call it once the prefix is on the disk. */
  keepName(id: string): void {
    const name = this.nameOf(id)
    if (name !== null) this.marks.rename(id, name)
  }

  usedBy(id: string, conversationId: string): void {
    this.users.set(id, (this.users.get(id) ?? new Set()).add(conversationId))
  }

  isUsed(id: string): boolean {
    return this.users.has(id)
  }

  /** Returns the prefixes that only this conversation used, except those that the user saved or named. */
  leftBy(conversationId: string): string[] {
    const left = [...this.users].filter(([, users]) => users.delete(conversationId) && users.size === 0).map(([id]) => id)
    for (const id of left) this.users.delete(id)
    return left.filter((id) => this.marks.nameOf(id) === null)
  }

  /** The other names leave the disk. */
  namesStay(onDisk: ReadonlySet<string>): void {
    for (const id of this.marks.named) {
      if (this.kindOf(id) === undefined || onDisk.has(id)) continue
      this.names.set(id, this.marks.nameOf(id) ?? '')
      this.marks.forget(id)
    }
  }
}
