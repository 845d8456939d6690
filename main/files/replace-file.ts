import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a private file that is never half written. Throws file errors of Node. */
export function replaceFile(path: string, contents: string | Uint8Array): void {
  const unfinished = `${path}.unfinished`
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(unfinished, contents, { mode: 0o600 })
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
