import { join } from 'node:path'
import { ApiRequests } from './api-requests'
import { Bin } from './chat/bin'
import { Branches } from './chat/branches'
import { Conversations } from './chat/conversations'
import { Folders } from './chat/folders'
import { Images } from './chat/images'
import { Messages } from './chat/messages'
import { search } from './chat/search'
import { Shelves } from './chat/shelves'
import { ChatTemplates } from './chat-templates'
import { CompareRuns } from './compare-runs'
import { Ground, withReserve } from './folder/ground'
import { Reserve } from './folder/reserve'
import { ModelSettingsStore } from './model-settings'
import { openOrSalvage } from './open-or-salvage'
import { Preferences } from './preferences'
import { PresetStore } from './presets'
import { ServerStore } from './servers'
import { lockDataFolder } from './sqlite/data-lock'
import type { Database } from './sqlite/database'
import { openDatabase } from './sqlite/open-database'
import { requestSweep } from './sqlite/sweep'
import type { StoreNews } from './store-news'

export interface Store {
  readonly folder: string
  readonly database: Database
  readonly ground: Ground
  readonly shelves: Shelves
  readonly conversations: Conversations
  readonly folders: Folders
  readonly bin: Bin
  readonly messages: Messages
  readonly images: Images
  readonly branches: Branches
  readonly modelSettings: ModelSettingsStore
  readonly presets: PresetStore
  readonly servers: ServerStore
  readonly preferences: Preferences
  readonly compareRuns: CompareRuns
  readonly chatTemplates: ChatTemplates
  readonly apiRequests: ApiRequests
  readonly search: (text: string) => ReturnType<typeof search>
  readonly news: readonly StoreNews[]
  close(): void
}

/** Throws `data-folder-in-use`, `data-from-newer-version`, `disk-full`, `store-failed`, `vc-runtime-missing`. */
export function openStore(folder: string, host: 'desktop' | 'web'): Store {
  const reserve = new Reserve(folder)
  return withReserve(reserve, () => openOn(folder, host, reserve))
}

function openOn(folder: string, host: 'desktop' | 'web', reserve: Reserve): Store {
  const lock = lockDataFolder(folder, host)
  try {
    const news: StoreNews[] = []
    const path = join(folder, 'headroom.sqlite')
    const database = openOrSalvage(path, news)
    const shelves = new Shelves(database, memoryDatabase())
    const conversations = new Conversations(shelves)
    const messages = new Messages(shelves)
    const bin = new Bin(shelves)
    removeOlderPrivate(database)
    bin.look()
    const compareRuns = new CompareRuns(database)
    const answers = messages.sealInterrupted()
    if (answers > 0) news.push({ code: 'turn-interrupted', facts: { answers } })
    if (compareRuns.markInterrupted() > 0) news.push({ code: 'compare-interrupted', facts: {} })
    const ground = new Ground(folder, path, reserve)
    database.ground = ground
    return {
      folder,
      database,
      ground,
      shelves,
      conversations,
      folders: new Folders(shelves),
      bin,
      messages,
      images: new Images(shelves),
      branches: new Branches(shelves, conversations, messages),
      modelSettings: new ModelSettingsStore(database),
      presets: new PresetStore(database),
      servers: new ServerStore(database),
      preferences: new Preferences(database),
      compareRuns,
      chatTemplates: new ChatTemplates(database),
      apiRequests: new ApiRequests(database),
      search: (text) => search(shelves, text),
      news,
      close: () => {
        database.close()
        shelves.memory.close()
        ground.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function removeOlderPrivate(database: Database): void {
  database.together(() => {
    if (database.run('DELETE FROM conversations WHERE is_private = 1').changes > 0) requestSweep(database)
  })
}

function memoryDatabase(): Database {
  const opened = openDatabase(':memory:')
  if ('damaged' in opened) throw new Error(`Expected an intact database in memory, got: ${opened.damaged}`)
  // By default, SQLite sorts large results in a temporary file.
  opened.database.exec('PRAGMA temp_store = MEMORY')
  return opened.database
}
