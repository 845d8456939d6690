import { existsSync, realpathSync, statSync } from 'node:fs'
import { coded } from '../../../core/contract/errors/coded-error'
import type { ErrorFacts } from '../../../core/contract/errors/errors'
import type { ModelOrigin } from '../../../core/contract/models/model-origins'
import type { Database } from '../../store/sqlite/database'
import { isNameNotUtf8 } from '../files/name-not-utf8'
import { typedPath } from '../files/typed-path'
import { knownFolders } from './known-folders'

export interface ListedFolder {
  readonly path: string
  readonly origin: ModelOrigin
  readonly isOn: boolean
}

interface FolderRow {
  path: string
  is_on: number
}

export class LibraryFolders {
  constructor(
    private readonly db: Database,
    private readonly known = knownFolders,
  ) {}

  /** The folders of other programs come first. */
  list(): ListedFolder[] {
    const rows = this.db.all<FolderRow>('SELECT path, is_on FROM library_folders ORDER BY added_at')
    const states = new Map(rows.map((row) => [row.path, row.is_on === 1]))
    const known = this.known().filter(({ path }) => existsSync(path))
    const knownPaths = new Set(known.map(({ path }) => path))
    return [
      ...known.map(({ path, origin }) => ({ path, origin, isOn: states.get(path) ?? true })),
      ...rows
        .filter(({ path }) => !knownPaths.has(path) && states.get(path))
        .map(({ path }) => ({ path, origin: 'folder' as const, isOn: true })),
    ]
  }

  add(typed: string): void {
    const path = typedPath(typed)
    if (!isFolder(path)) throw coded('folder-unusable', { path, reason: reasonOf(path) })
    this.write(realpathSync(path), true)
  }

  write(path: string, isOn: boolean): void {
    this.db.run(
      'INSERT INTO library_folders (path, is_on, added_at) VALUES (?, ?, ?) ON CONFLICT (path) DO UPDATE SET is_on = excluded.is_on',
      path,
      isOn ? 1 : 0,
      Date.now(),
    )
  }
}

function reasonOf(path: string): ErrorFacts<'folder-unusable'>['reason'] {
  if (isNameNotUtf8(path)) return 'name-not-utf8'
  return existsSync(path) ? 'not-a-folder' : 'missing'
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
