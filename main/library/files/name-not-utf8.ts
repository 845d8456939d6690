/**
 * Linux allows names that are not valid UTF-8; Node decodes them with U+FFFD, and that name does not exist. Headroom cannot open such a
 * file, but should not call it missing.
 */
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'

export function isNameNotUtf8(path: string): boolean {
  if (!path.includes('\ufffd')) return false
  const folder = dirname(path)
  // The root. An unreadable folder may have such a name itself.
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
