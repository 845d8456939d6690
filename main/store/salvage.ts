/** Copies what can still be read out of a damaged database, row by row, into a new one. */
import Libsql from 'libsql'
import type { Database, Row, Value } from './database'

export interface Salvaged {
  readonly conversations: number
  readonly messages: number
}

/** Tables in the order in which their rows depend on each other. */
const tables = [
  'conversations',
  'messages',
  'models',
  'model_settings',
  'preferences',
  'bench_runs',
  'bench_cells',
  'library_folders',
  'chat_templates',
] as const

/** Row ids without a readable row after which a table is taken to have ended. */
const longestGap = 20_000

export function salvage(damagedPath: string, into: Database): Salvaged {
  const counts = { conversations: 0, messages: 0 }
  let damaged: Libsql.Database
  try {
    damaged = new Libsql(damagedPath, { readonly: true, fileMustExist: true })
  } catch {
    // Not even its first page is a database: there is nothing to copy, and the file is kept.
    return counts
  }
  try {
    for (const table of tables) {
      const copied = copyTable(damaged, table, into)
      if (table === 'conversations' || table === 'messages') counts[table] = copied
    }
  } finally {
    damaged.close()
  }
  return counts
}

function copyTable(damaged: Libsql.Database, table: string, into: Database): number {
  const read = attempt(() => damaged.prepare(`SELECT * FROM ${table} WHERE rowid = ?`))
  if (!read) return 0
  let copied = 0
  // The highest row id may stand on a damaged page, so the end is where nothing has come for long.
  for (let rowid = 1, misses = 0; misses < longestGap; rowid++) {
    const row = attempt(() => read.get(rowid) as Row | undefined)
    misses = row ? 0 : misses + 1
    if (row && attempt(() => insert(into, table, row))) copied++
  }
  return copied
}

/** A message whose conversation was on a damaged page gets a new one of that id: no message is left behind. */
function adopt(into: Database, row: Row): void {
  const id = row.conversation_id as string
  if (into.get('SELECT 1 FROM conversations WHERE id = ?', id)) return
  into.run(
    `INSERT INTO conversations (id, title, leaf_id, created_at, changed_at) VALUES (?, 'Recovered conversation', ?, ?, ?)`,
    id,
    row.id as string,
    row.created_at as number,
    row.created_at as number,
  )
}

function insert(into: Database, table: string, row: Row): true {
  if (table === 'messages') adopt(into, row)
  const { _metadata, ...columns } = row
  const names = Object.keys(columns)
  const values = Object.values(columns) as Value[]
  into.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, ...values)
  return true
}

/** What a damaged page makes impossible is skipped: everything else is worth having. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
