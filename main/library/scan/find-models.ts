/** Follows links only to files inside the folder, as in Hugging Face's cache. Links to folders could form loops. */
import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { isNameNotUtf8 } from '../files/name-not-utf8'

export interface FoundFile {
  readonly path: string
  readonly stamp: string
  readonly name?: string
}

/** Limits, because a folder can be a whole disk. */
const deepest = 10
const mostEntries = 200_000

/** Skips unreadable folders. Also yields names that are not valid UTF-8. */
export async function* findModels(folder: string, signal?: AbortSignal): AsyncGenerator<FoundFile> {
  const root = await realpath(folder).catch(() => undefined)
  if (root === undefined) return
  const seen = new Set<string>()
  let entries = 0
  const waiting = [{ path: folder, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const entry of await entriesOf(next.path)) {
      if (signal?.aborted || ++entries > mostEntries) return
      const path = join(next.path, entry.name)
      if (entry.isDirectory()) {
        if (isHidden(entry.name)) continue
        if (isNameNotUtf8(path)) yield { path, stamp: '' }
        else if (next.depth < deepest) waiting.push({ path, depth: next.depth + 1 })
      } else if (isModelName(entry.name)) {
        const found = await fileAt(path, entry, root)
        if (found && !seen.has(found.real)) {
          seen.add(found.real)
          yield { path, stamp: found.stamp }
        }
      }
    }
  }
}

const isHidden = (name: string): boolean => name.startsWith('.')
const isModelName = (name: string): boolean => /\.gguf$/i.test(name) && !isHidden(name) && !isLaterPart(name)
/** Such as `-00002-of-00003`. */
const isLaterPart = (name: string): boolean => /-(?!00001)\d{5}-of-\d{5}\.gguf$/i.test(name)

const entriesOf = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).then(
    (entries) => entries.sort((a, b) => (a.name < b.name ? 1 : -1)),
    () => [],
  )

async function fileAt(path: string, entry: Dirent, root: string): Promise<{ real: string; stamp: string } | undefined> {
  if (!entry.isFile() && !entry.isSymbolicLink()) return undefined
  if (entry.isFile() && isNameNotUtf8(path)) return { real: path, stamp: '' }
  const real = await realpath(path).catch(() => undefined)
  if (real === undefined || !real.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined
  const stamp = await stampOf(real)
  return stamp === undefined ? undefined : { real, stamp }
}

export async function stampOf(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined)
  return stats?.isFile() ? `${stats.size}-${Math.round(stats.mtimeMs)}` : undefined
}
