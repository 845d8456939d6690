/** The user's data as a whole: where it lies, how much it takes, and its end. */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { coded } from '../../core/contract/coded-error'
import type { DataUsage } from '../../core/contract/preferences'
import type { Store } from '../store/store'
import type { AppStateHolder } from './app-state'
import type { BenchService } from './bench-service'
import type { LibraryService } from './library-service'
import type { ModelService } from './model-service'
import type { PreferenceService } from './preference-service'
import type { SessionService } from './session-service'

/** Models of Headroom's own: downloaded, imported, or dropped on a browser window (main/headless/uploads.ts). */
const uploadFolder = 'models'
/** An answer that was being written has ended within this time, or its engine is beyond hope. */
const longestWaitMs = 5000

/** Who keeps something of the user's, or works with it. */
interface DataOwners {
  readonly store: Store
  readonly state: AppStateHolder
  readonly models: ModelService
  readonly preferences: PreferenceService
  readonly bench: BenchService
  readonly sessions: Pick<SessionService, 'removeAll'>
  readonly library: Pick<LibraryService, 'reset'>
  readonly showFolder: ((path: string) => Promise<string>) | undefined
}

export class DataService {
  constructor(private readonly app: DataOwners) {}

  async usage(): Promise<DataUsage> {
    const { folder, conversations, benches } = this.app.store
    const databases = filesIn(folder).filter(isDatabase)
    const uploads = filesIn(join(folder, uploadFolder), true)
    const { bavail, bsize } = await statfs(folder)
    return {
      folder,
      databaseBytes: totalBytes(databases),
      conversations: conversations.list().length,
      benchRuns: benches.count,
      uploadBytes: totalBytes(uploads),
      uploads: uploads.length,
      freeBytes: bavail * bsize,
    }
  }

  /** Throws `not-on-this-host`, and `file-unreadable` where the system does not show it. */
  async openFolder(): Promise<void> {
    const { showFolder, store } = this.app
    if (!showFolder) throw coded('not-on-this-host', { what: 'Opening a folder' })
    const { folder } = store
    const reason = await showFolder(folder)
    if (reason !== '') throw coded('file-unreadable', { path: folder, reason })
  }

  /** Throws the store's failures; then everything is still there. */
  async deleteEverything(): Promise<void> {
    const { store, state, models, preferences, bench, sessions, library } = this.app
    const { folder, database } = store
    await bench.stop()
    models.unload()
    await this.turnsEnded()
    await library.reset()
    sessions.removeAll()
    database.erase()
    // Salvaged databases hold conversations too.
    for (const file of filesIn(folder).filter((path) => /-damaged-[^/\\]*$/.test(path))) rmSync(file, { force: true })
    for (const name of namesIn(join(folder, uploadFolder))) rmSync(join(folder, uploadFolder, name), { recursive: true, force: true })
    state.update({ notices: [] })
    state.events.clear()
    preferences.reset()
    for (const what of ['conversations', 'benches', 'models', 'settings'] as const) state.changed(what)
    void models.loadFirst()
  }

  private async turnsEnded(): Promise<void> {
    for (let waited = 0; this.app.state.value.turns.length > 0 && waited < longestWaitMs; waited += 50)
      await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const isDatabase = (path: string): boolean => /\.sqlite(-wal|-shm)?$/.test(path)

/** Paths of the files right in a folder; none where there is no such folder. */
function filesIn(folder: string, recursive = false): string[] {
  return orNothing(() => readdirSync(folder, { withFileTypes: true, recursive }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

const namesIn = (folder: string): string[] => orNothing(() => readdirSync(folder))

function orNothing<T>(read: () => T[]): T[] {
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const totalBytes = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + statSync(path).size, 0)
