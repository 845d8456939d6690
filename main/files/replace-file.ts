import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a private file that is never half written. Throws file errors of Node. */
export function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.unfinished`, text, { mode: 0o600 })
  renameSync(`${path}.unfinished`, path)
}
