/**
 * Linux takes any bytes as a name, and Node any name as UTF-8: what is not becomes U+FFFD, and no file has that name.
 * Such a file cannot be opened from here, but it exists, and whoever names it should not be sent looking for it.
 */
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Whether the path, which cannot be opened, names a file or a folder that exists under a name that is not valid UTF-8. */
export function isNameNotUtf8(path: string): boolean {
  if (!path.includes('\ufffd')) return false
  const folder = dirname(path)
  // The root ends the walk. A folder that cannot be read may have such a name itself.
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
