import { lstatSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataUsage } from '../../../core/contract/app/preferences'
import { type CodedError, coded } from '../../../core/contract/errors/coded-error'
import { machineFileName } from '../../bandwidth/machine-file'
import { freeBytesIn } from '../../files/disk-space'
import { budgetFileName } from '../../lab/budget-searches'
import type { McpHub } from '../../mcp/mcp-hub'
import { keyFileName } from '../../serve/keys/key-file'
import type { Store } from '../../store/store'
import type { Supervisor } from '../../supervisor/supervisor'
import { within } from '../../supervisor/within'
import type { BandwidthService } from '../bandwidth/bandwidth-service'
import type { UnsentTexts } from '../chat/unsent-texts'
import type { AppStateHolder } from '../common/app-state'
import type { CompareService } from '../compare/compare-service'
import type { LibraryService } from '../models/library-service'
import type { ModelService } from '../models/model-service'
import type { RequestLedger } from '../requests/request-ledger'
import type { ServerKeys } from '../servers/server-keys'
import type { SessionService } from '../sessions/session-service'
import type { ToolRounds } from '../tools/tool-rounds'
import type { PreferenceService } from './preference-service'

const uploadFolder = 'models'
const longestWaitMs = 5000

interface DataOwners {
  readonly store: Store
  readonly state: AppStateHolder
  readonly models: ModelService
  readonly supervisor: Pick<Supervisor, 'dismissedEnd'>
  readonly preferences: PreferenceService
  readonly compare: CompareService
  readonly sessions: Pick<SessionService, 'removeAll' | 'owners'>
  readonly bandwidth: Pick<BandwidthService, 'forget'>
  readonly unsent: Pick<UnsentTexts, 'clear'>
  readonly library: Pick<LibraryService, 'reset'>
  readonly servers: Pick<McpHub, 'stopAll'>
  readonly serverKeys: Pick<ServerKeys, 'forgetAll'>
  readonly calls: Pick<ToolRounds, 'stopAll'>
  readonly requests: Pick<RequestLedger, 'clear'>
  readonly showFolder: ((path: string) => Promise<string>) | undefined
}

export class DataService {
  constructor(private readonly app: DataOwners) {}

  async usage(): Promise<DataUsage> {
    const { folder, conversations, bin, compareRuns } = this.app.store
    const databases = filesIn(folder).filter(isDatabase)
    const uploads = isLink(join(folder, uploadFolder)) ? [] : filesIn(join(folder, uploadFolder), true)
    return {
      folder,
      databaseBytes: totalBytes(databases),
      conversations: conversations.list().length,
      binned: bin.list().length,
      compareRuns: compareRuns.count,
      uploadBytes: totalBytes(uploads),
      uploads: uploads.length,
      freeBytes: await freeBytesIn(folder),
    }
  }

  /** Throws `not-on-this-host`, and `file-unreadable` if the system cannot show the folder. */
  async openFolder(): Promise<void> {
    const { showFolder, store } = this.app
    if (!showFolder) throw coded('not-on-this-host', { action: 'open-folder' })
    const { folder } = store
    const trouble = await showFolder(folder)
    if (trouble !== '') throw coded('file-unreadable', { path: folder, reason: { kind: 'system', quoted: trouble } })
  }

  /**
   * If the database cannot be erased, it stays, but saved caches and unfinished downloads are already gone. Throws `file-not-deleted` if
   * files remain.
   */
  async deleteEverything(): Promise<void> {
    const { store, state, models, supervisor, preferences, compare, sessions, bandwidth, unsent, library } = this.app
    const { servers, serverKeys, calls, requests } = this.app
    const { folder, database, shelves } = store
    await compare.stop()
    models.unload()
    calls.stopAll()
    await servers.stopAll()
    serverKeys.forgetAll()
    await this.turnsEnded()
    // Cells and their copies are gone with their process, and the next engine deletes its temporary files.
    await within(longestWaitMs, supervisor.dismissedEnd, undefined)
    await library.reset()
    sessions.removeAll()
    database.erase()
    shelves.memory.erase()
    sessions.owners.clear()
    unsent.clear()
    requests.clear()
    // Damaged databases contain conversations too.
    const setAside = filesIn(folder).filter((path) => /-damaged-[^/\\]*$/.test(path))
    const uploads = isLink(join(folder, uploadFolder))
      ? []
      : namesIn(join(folder, uploadFolder)).map((name) => join(folder, uploadFolder, name))
    const failures = await removeAll([
      ...setAside,
      ...uploads,
      join(folder, machineFileName),
      join(folder, keyFileName),
      join(folder, budgetFileName),
    ])
    bandwidth.forget()
    store.ground.lookForRoom()
    state.update({ notices: [] })
    state.events.clear()
    preferences.reset()
    for (const what of ['conversations', 'compareRuns', 'models', 'settings', 'mcp'] as const) state.changed(what)
    void models.loadFirst()
    if (failures[0]) throw failures[0]
  }

  private async turnsEnded(): Promise<void> {
    for (let waited = 0; this.app.state.value.turns.length > 0 && waited < longestWaitMs; waited += 50)
      await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function removeAll(paths: readonly string[]): Promise<CodedError[]> {
  const failures: CodedError[] = []
  // An engine that has just ended may have its model open, and Windows cannot delete an open file.
  for (const path of paths)
    await rm(path, { recursive: true, force: true, maxRetries: 10 }).catch((error: Error) =>
      failures.push(coded('file-not-deleted', { path, quoted: error.message })),
    )
  return failures
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false

const isDatabase = (path: string): boolean => /\.sqlite(-wal|-shm)?$/.test(path)

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
