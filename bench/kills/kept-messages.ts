import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openLibsql } from '../../main/store/sqlite/open-libsql'
import type { Acknowledged } from './talk'

const fileName = 'headroom.sqlite'

export interface StoreFaults {
  /** undefined if `PRAGMA integrity_check` finds no error. */
  readonly integrity: string | undefined
  readonly lost: readonly Acknowledged[]
  /** Of saved caches. undefined if none was saved yet. */
  readonly sessionKey?: Buffer
}

/** Checks a copy, so that the next start finds the folder exactly as the kill left it. */
export function faultsOfCopy(folder: string, acknowledged: readonly Acknowledged[]): StoreFaults {
  const copy = mkdtempSync(`${folder}-copy-`)
  try {
    for (const name of [fileName, `${fileName}-wal`]) if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(copy, name))
    return faultsOf(copy, acknowledged)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

export function faultsOf(folder: string, acknowledged: readonly Acknowledged[]): StoreFaults {
  const database = openLibsql(join(folder, fileName), { timeout: 5000 })
  try {
    const said = database.prepare('SELECT integrity_check AS said FROM pragma_integrity_check').all() as { said: string }[]
    const integrity = said.map((row) => row.said).join('; ')
    const rows = database.prepare('SELECT id, conversation_id AS conversationId, text FROM messages').all() as Acknowledged[]
    const key = database.prepare("SELECT value FROM preferences WHERE key = 'session-key'").get() as { value: string } | undefined
    return {
      integrity: integrity === 'ok' ? undefined : integrity,
      lost: missingIn(rows, acknowledged),
      ...(key ? { sessionKey: Buffer.from(JSON.parse(key.value), 'hex') } : {}),
    }
  } catch (error) {
    return { integrity: String(error), lost: acknowledged }
  } finally {
    database.close()
  }
}

export function missingIn(found: readonly Acknowledged[], acknowledged: readonly Acknowledged[]): Acknowledged[] {
  const byId = new Map(found.map((message) => [message.id, message]))
  return acknowledged.filter(({ id, conversationId, text }) => {
    const there = byId.get(id)
    return there?.text !== text || there.conversationId !== conversationId
  })
}
