/** Skips links. Returns sorted relative paths with `/`. */
import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
