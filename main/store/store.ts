/** Everything that is kept between two starts, opened together. */
import { join } from 'node:path'
import { coded } from '../../core/contract/coded-error'
import { BenchRuns } from './bench-runs'
import { Branches } from './branches'
import { ChatTemplates } from './chat-templates'
import { Conversations } from './conversations'
import { lockDataFolder } from './data-lock'
import { type Database, openDatabase, setAside } from './database'
import { Messages } from './messages'
import { ModelSettingsStore } from './model-settings'
import { Preferences } from './preferences'
import { salvage } from './salvage'
import { search } from './search'

export interface Store {
  readonly folder: string
  readonly database: Database
  readonly conversations: Conversations
  readonly messages: Messages
  readonly branches: Branches
  readonly modelSettings: ModelSettingsStore
  readonly preferences: Preferences
  readonly benches: BenchRuns
  readonly chatTemplates: ChatTemplates
  readonly search: (text: string) => ReturnType<typeof search>
  /** What the user should know about this opening. */
  readonly news: readonly StoreNews[]
  close(): void
}

export type StoreNews =
  | {
      readonly kind: 'store-salvaged'
      readonly keptAt: string
      readonly reason: string
      readonly conversations: number
      readonly messages: number
    }
  | { readonly kind: 'turn-interrupted'; readonly answers: number }
  | { readonly kind: 'bench-interrupted' }

/** `who`: see lockDataFolder. Throws `data-folder-in-use`, `data-from-newer-version`, `disk-full`, `store-failed`. */
export function openStore(folder: string, who: string): Store {
  const lock = lockDataFolder(folder, who)
  try {
    const news: StoreNews[] = []
    const database = openOrSalvage(join(folder, 'headroom.sqlite'), news)
    const conversations = new Conversations(database)
    const messages = new Messages(database)
    const benches = new BenchRuns(database)
    const answers = messages.sealInterrupted()
    if (answers > 0) news.push({ kind: 'turn-interrupted', answers })
    if (benches.markInterrupted() > 0) news.push({ kind: 'bench-interrupted' })
    return {
      folder,
      database,
      conversations,
      messages,
      branches: new Branches(database, conversations, messages),
      modelSettings: new ModelSettingsStore(database),
      preferences: new Preferences(database),
      benches,
      chatTemplates: new ChatTemplates(database),
      search: (text) => search(database, text),
      news,
      close: () => {
        if (database.isOpen) forgetPrivate(conversations)
        database.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** A disk that takes nothing now is no reason not to close: the next start deletes them. */
function forgetPrivate(conversations: Conversations): void {
  try {
    conversations.removePrivate()
  } catch (error) {
    console.warn('[store]', error)
  }
}

function openOrSalvage(path: string, news: StoreNews[]): Database {
  const opened = openDatabase(path)
  if ('database' in opened) return opened.database
  const keptAt = setAside(path)
  const fresh = openDatabase(path)
  if ('damaged' in fresh) throw coded('store-failed', { path, reason: fresh.damaged })
  news.push({ kind: 'store-salvaged', keptAt, reason: opened.damaged, ...salvage(keptAt, fresh.database) })
  return fresh.database
}
