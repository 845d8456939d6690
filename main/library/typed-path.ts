/** A path as people type and paste it: in quotes, from the home folder, as a file:// address. */
import os from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute. What looks like nothing of the kind is taken as it stands. */
export function typedPath(text: string, home = os.homedir()): string {
  const path = withoutQuotes(text.trim())
  if (/^file:\/\//i.test(path)) return fromAddress(path) ?? resolve(path)
  if (path === '~' || /^~[/\\]/.test(path)) return resolve(home, path.slice(2))
  return resolve(path || text)
}

const withoutQuotes = (path: string): string => /^(["'])(.+)\1$/.exec(path)?.[2] ?? path

function fromAddress(address: string): string | undefined {
  try {
    return fileURLToPath(address)
  } catch {
    // Another machine's name, or letters that no path may have.
    return undefined
  }
}
