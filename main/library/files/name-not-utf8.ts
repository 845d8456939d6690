/** Node decodes invalid UTF-8 in file names as U+FFFD, and then cannot open the file. */
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'

export function isNameNotUtf8(path: string): boolean {
  if (!path.includes('\ufffd')) return false
  const folder = dirname(path)
  if (folder === path) return false
  return hasLossyEntry(folder, path.slice(folder.length).replace(/^[/\\]/, '')) || isNameNotUtf8(folder)
}

function hasLossyEntry(folder: string, name: string): boolean {
  try {
    return readdirSync(folder, { encoding: 'buffer' }).some((entry) => entry.toString() === name && !entry.equals(Buffer.from(name)))
  } catch {
    return false
  }
}
