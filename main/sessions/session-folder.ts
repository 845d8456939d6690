/**
 * A file's name contains its conversation and fingerprint. Its modification time is its last use.
 *
 *   <conversation>.<fingerprint>.session           a sealed session (./session-file.ts)
 *   <conversation>.<fingerprint>.session-unsealed  a session that is being written; deleted at the next start after a crash
 *   <conversation>.<fingerprint>.<n>.session-unsealed  one of its checkpoints, while llama.cpp writes or reads it
 *   <conversation>.<fingerprint>.session-damaged   a refused session, which is deleted first
 */
import { createHash } from 'node:crypto'
import { type Dirent, existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionUsage } from '../../core/contract/cache/sessions'
import { coded } from '../../core/contract/errors/coded-error'
import type { SessionOwner } from './session-file'

const sealed = '.session'
const unsealed = '.session-unsealed'
const damaged = '.session-damaged'

interface StoredFile {
  readonly path: string
  readonly name: string
  readonly bytes: number
  readonly usedAt: number
}

export interface SessionFileEntry {
  readonly conversationId: string
  readonly path: string
  readonly name: string
  readonly bytes: number
  readonly usedAtMs: number
}

export class SessionFolder {
  constructor(readonly path: string) {
    for (const name of this.names()) if (name.endsWith(unsealed)) rmSync(join(path, name), { force: true })
  }

  /** Throws `session-refused` if the id could lead out of the folder. */
  pathOf({ conversationId, fingerprint }: SessionOwner): string {
    if (!/^[0-9a-f-]{1,64}$/i.test(conversationId))
      throw coded('session-refused', { reason: { kind: 'outside-folder', what: 'unsafe-name' } })
    const key = createHash('sha256').update(JSON.stringify(fingerprint)).digest('hex').slice(0, 16)
    return join(this.path, `${conversationId}.${key}${sealed}`)
  }

  has(path: string): boolean {
    return existsSync(path)
  }

  async unsealedPath(path: string): Promise<string> {
    await mkdir(this.path, { recursive: true })
    return unsealedOf(path)
  }

  partPaths(path: string, parts: number): string[] {
    return Array.from({ length: parts }, (_, at) => path.replace(/\.session$/, `.${at}${unsealed}`))
  }

  discardParts(path: string, parts: number): void {
    for (const part of this.partPaths(path, parts)) rmSync(part, { force: true })
  }

  /** After a crash, either the old or the new session is complete. */
  async publish(path: string): Promise<void> {
    await rename(unsealedOf(path), path)
    await syncFolder(this.path)
  }

  discard(path: string): void {
    rmSync(unsealedOf(path), { force: true })
  }

  used(path: string): void {
    const now = new Date()
    utimesSync(path, now, now)
  }

  /** Keeps the file for diagnosis until its disk space is needed. */
  setAside(path: string): void {
    renameSync(path, path.replace(/\.session$/, damaged))
  }

  usage(): SessionUsage {
    const files = this.files()
    return {
      sessions: files.filter(({ name }) => name.endsWith(sealed)).length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      setAside: files.filter(({ name }) => name.endsWith(damaged)).length,
    }
  }

  /** Least recently used first. */
  sealed(): SessionFileEntry[] {
    return this.files()
      .filter(({ name }) => name.endsWith(sealed))
      .sort((left, right) => left.usedAt - right.usedAt)
      .map(({ path, name, bytes, usedAt }) => ({ conversationId: ownerOf(name), path, name, bytes, usedAtMs: usedAt }))
  }

  remove(path: string): void {
    rmSync(path, { force: true })
  }

  /** Oldest first. */
  damaged(): { readonly path: string }[] {
    return this.files()
      .filter(({ name }) => name.endsWith(damaged))
      .sort((left, right) => left.usedAt - right.usedAt)
  }

  damagedBytes(): number {
    return this.files().reduce((sum, { name, bytes }) => sum + (name.endsWith(damaged) ? bytes : 0), 0)
  }

  pathNamed(name: string): string {
    return join(this.path, name)
  }

  forget(conversationId: string): void {
    for (const { name, path } of this.files()) if (name.startsWith(`${conversationId}.`)) rmSync(path, { force: true })
  }

  removeAll(): void {
    for (const { path } of this.files()) rmSync(path, { force: true })
  }

  private files(): StoredFile[] {
    return this.names().flatMap((name) => {
      const path = join(this.path, name)
      const stats = statSync(path, { throwIfNoEntry: false })
      return stats ? [{ path, name, bytes: stats.size, usedAt: stats.mtimeMs }] : []
    })
  }

  private names(): string[] {
    return entriesOf(this.path)
      .filter((entry) => !entry.isDirectory() && /\.session(-unsealed|-damaged)?$/.test(entry.name))
      .map(({ name }) => name)
  }
}

const ownerOf = (name: string): string => name.slice(0, name.indexOf('.'))

const unsealedOf = (path: string): string => path.replace(/\.session$/, unsealed)

/** The same for all files of one model and its settings. */
export const fileKeyOf = (name: string): string => name.slice(name.indexOf('.') + 1)

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw coded('store-failed', { path: folder, reason: { kind: 'system', quoted: (error as Error).message } })
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
