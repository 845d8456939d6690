import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { defaultPreferences } from '../core/contract/app/preference-values'

const databaseOf = (folder: string) => new Libsql(join(folder, 'data', 'headroom.sqlite'), { timeout: 5000 })

/** Tables that only user actions fill. */
const tables = [
  'folders',
  'models',
  'model_settings',
  'presets',
  'compare_runs',
  'compare_cells',
  'library_folders',
  'model_stamps',
  'transfers',
  'chat_templates',
]
const conversationTables = ['conversations', 'messages']

/** `Headroom.showDetails` shows the details. */
const startPreferences = [
  { key: 'last-model', value: JSON.stringify('pocket') },
  { key: 'preferences', value: JSON.stringify({ ...defaultPreferences, details: true }) },
]

/** Returns true if the folder has only what a first start creates, and conversations if they may be there. */
export function isFresh(folder: string, exceptConversations = false): boolean {
  const models = join(folder, 'data', 'models')
  if (existsSync(join(folder, 'home')) || (existsSync(models) && readdirSync(models).length > 0)) return false
  const db = databaseOf(folder)
  try {
    const preferences = db.prepare('SELECT key, value FROM preferences').all() as { key: string; value: string }[]
    return (
      [...tables, ...(exceptConversations ? [] : conversationTables)].every(
        (table) => db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined,
      ) && preferences.every(({ key, value }) => startPreferences.some((one) => one.key === key && one.value === value))
    )
  } finally {
    db.close()
  }
}

export function newestText(folder: string): string {
  const db = databaseOf(folder)
  try {
    const row = db.prepare('SELECT text FROM messages ORDER BY seq DESC LIMIT 1').get() as { text: string } | undefined
    return row?.text ?? ''
  } finally {
    db.close()
  }
}

export function storeConversation(folder: string, title: string, texts: readonly string[]): string {
  const db = databaseOf(folder)
  const id = `stored-${title}`
  const messageId = (index: number) => (index < 0 ? null : `${id}-${index}`)
  db.transaction(() => {
    db.prepare('INSERT INTO conversations (id, title, leaf_id, created_at, changed_at) VALUES (?, ?, ?, ?, ?)').run(
      id,
      title,
      messageId(texts.length - 1),
      Date.now(),
      Date.now(),
    )
    const insert = db.prepare(
      `INSERT INTO messages (id, conversation_id, parent_id, role, text, state, created_at, model_name) VALUES (?, ?, ?, ?, ?, 'complete', ?, ?)`,
    )
    for (const [index, text] of texts.entries()) {
      const isPrompt = index % 2 === 0
      insert.run(messageId(index), id, messageId(index - 1), isPrompt ? 'user' : 'assistant', text, Date.now(), isPrompt ? null : 'Pocket')
    }
  })()
  db.close()
  return id
}

export function removeConversation(folder: string, id: string): void {
  const db = databaseOf(folder)
  db.transaction(() => {
    db.prepare('DELETE FROM messages WHERE conversation_id = ?').run(id)
    db.prepare('DELETE FROM conversations WHERE id = ?').run(id)
  })()
  db.close()
}

/** Needs Linux and root. */
export function mountSmallDisk(folder: string, mebibytes: number): void {
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder])
}

export const unmountDisk = (folder: string) => execFileSync('umount', ['-l', folder])
