/** The plain files of a folder, links left out, as paths from it with `/`, in order. */
import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
