import { stat } from 'node:fs/promises'

export interface FileIdentity {
  readonly path: string
  /** Device and inode. null if the file does not exist. */
  readonly inode: string | null
  /** Length in bytes, and modification time in nanoseconds. */
  readonly content: string
}

export function identitiesOf(paths: readonly string[]): Promise<FileIdentity[]> {
  return Promise.all(paths.map(identityOf))
}

async function identityOf(path: string): Promise<FileIdentity> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined)
  return stats
    ? { path, inode: `${stats.dev}-${stats.ino}`, content: `${stats.size}-${stats.mtimeNs}` }
    : { path, inode: null, content: '' }
}

/** Ignores deleted and replaced files, because a process that has one open still reads the old bytes. */
export async function wereWrittenTo(before: readonly FileIdentity[]): Promise<boolean> {
  const now = await identitiesOf(before.map(({ path }) => path))
  return before.some(({ inode, content }, at) => now[at]?.inode === inode && now[at]?.content !== content)
}
