import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { describe, expect, it } from 'vitest'
import { ask } from './sqlite/ask'
import type { Value } from './sqlite/database'
import { migrations } from './sqlite/migrations'
import { dataFolder, openTestStore } from './testing/test-store'
import { tracesOf } from './testing/traces'

const pathIn = (folder: string): string => join(folder, 'headroom.sqlite')

function change(folder: string, ...statements: string[]): void {
  const db = new Libsql(pathIn(folder))
  for (const sql of statements) db.exec(sql)
  db.close()
}

/** Deletes rows as older versions did, which damages the index. */
const deletedSecurely = (seq: number): string =>
  `INSERT INTO message_search (message_search, rank) VALUES ('secure-delete', 1);
   DELETE FROM messages WHERE seq = ${seq};
   INSERT INTO message_search (message_search, rank) VALUES ('secure-delete', 0)`

const message = (seq: number, text: string, state = 'complete'): string =>
  `INSERT INTO messages (seq, id, conversation_id, role, text, state, created_at) VALUES (${seq}, 'm${seq}', 'c', 'user', '${text}', '${state}', 1)`

describe('a search index that FTS5’s secure-delete has damaged', () => {
  it('is rebuilt when an older file is opened, without losing a table or setting the file aside', () => {
    const folder = dataFolder()
    const older = migrations.slice(0, 7)
    change(
      folder,
      'PRAGMA journal_mode = WAL',
      ...older,
      `PRAGMA user_version = ${older.length}`,
      `INSERT INTO conversations (id, title, created_at, changed_at) VALUES ('c', 'Kept', 1, 1)`,
      message(1, 'an ordinary message'),
      message(2, 'the recipe of aunt Ottilie'),
      message(3, 'half an ans', 'streaming'),
      `INSERT INTO transfers (id, work, begun_at) VALUES ('t', '{}', 1)`,
      `INSERT INTO model_stamps (model_id, stamp) VALUES ('m', 's')`,
      deletedSecurely(2),
    )
    const store = openTestStore(folder)
    expect(store.news).toEqual([
      { code: 'search-rebuilt', facts: {} },
      { code: 'turn-interrupted', facts: { answers: 1 } },
    ])
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([])
    expect(
      store.database.get('SELECT (SELECT count(*) FROM transfers) AS transfers, (SELECT count(*) FROM model_stamps) AS stamps'),
    ).toMatchObject({ transfers: 1, stamps: 1 })
    expect(store.search('ordinary')).toHaveLength(1)
    expect(store.search('half')).toHaveLength(1)
    expect(store.search('Ottilie')).toEqual([])
  })
  it('is rebuilt in a file of the current version, and reported once', () => {
    const folder = dataFolder()
    openTestStore(folder).close()
    change(
      folder,
      `INSERT INTO conversations (id, title, created_at, changed_at) VALUES ('c', 'Kept', 1, 1)`,
      message(1, 'an ordinary message'),
      message(2, 'gone'),
      deletedSecurely(2),
    )
    const store = openTestStore(folder)
    expect(store.news).toEqual([{ code: 'search-rebuilt', facts: {} }])
    expect(store.search('ordinary')).toHaveLength(1)
  })
})

const rows: Readonly<Record<string, Readonly<Record<string, Value>>>> = {
  conversations: { id: 'c', title: 'Kept', created_at: 1, changed_at: 1 },
  folders: { id: 'f', name: 'Recipes' },
  messages: { id: 'm', conversation_id: 'c', role: 'user', text: 'a message', state: 'complete', created_at: 1 },
  images: { conversation_id: 'c', id: 'i', media_type: 'image/png', base64: 'AAAA' },
  models: { id: 'model', path: '/a.gguf', facts: '{}' },
  model_settings: { model_id: 'model', kv: '{}', sampling: '{}' },
  preferences: { key: 'theme', value: '"dark"' },
  compare_runs: {
    id: 'r',
    title: 'Run',
    kind: 'compare',
    state: 'done',
    started_at: 1,
    model_id: 'model',
    model_name: 'Model',
    facts: '{}',
  },
  compare_cells: { run_id: 'r', position: 0, state: 'done', cell: '{}' },
  library_folders: { path: '/models', is_on: 1, added_at: 1 },
  model_stamps: { model_id: 'model', stamp: 's' },
  transfers: { id: 't', work: '{}', begun_at: 1 },
  presets: { id: 'p', name: 'Preset', settings: '{}' },
  servers: { id: 's', name: 'Server', url: 'http://localhost:8080' },
  chat_templates: { model_id: 'model', template: '{{ messages }}' },
  api_requests: { seq: 1, id: 'request-1', value: '{}' },
}

const literal = (value: Value): string => (typeof value === 'string' ? `'${value}'` : String(value))

function damaged(folder: string, ...changes: string[]): void {
  const inserts = Object.entries(rows).map(
    ([table, row]) => `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.values(row).map(literal)})`,
  )
  change(folder, 'PRAGMA journal_mode = WAL', ...migrations, `PRAGMA user_version = ${migrations.length}`, ...inserts, ...changes)
  overwriteIndexPage(folder)
}

function overwriteIndexPage(folder: string): void {
  const db = new Libsql(pathIn(folder))
  const page = Number(ask(db, `SELECT rootpage FROM sqlite_schema WHERE name = 'conversations_by_change'`))
  db.close()
  const bytes = readFileSync(pathIn(folder))
  bytes.fill(0x5a, (page - 1) * 4096, page * 4096)
  writeFileSync(pathIn(folder), bytes)
}

describe('benchmark runs of an older version', () => {
  const before = migrations.findIndex((step) => step.includes('RENAME TO compare_runs'))
  const failedCell = JSON.stringify({
    state: 'failed',
    failure: { code: 'bench-task-failed', facts: { reason: 'it says "code":"bench-x"' } },
  })
  const runs = [
    'PRAGMA journal_mode = WAL',
    ...migrations.slice(0, before),
    `PRAGMA user_version = ${before}`,
    `INSERT INTO bench_runs (id, title, kind, state, started_at, model_id, model_name, facts) VALUES ('r', 'Run', 'compare', 'done', 1, 'm', 'M', '{}')`,
    `INSERT INTO bench_cells (run_id, position, state, cell) VALUES ('r', 0, 'failed', '${failedCell}')`,
  ]
  const expected = [
    { state: 'failed', failure: { code: 'older-failure', facts: { stored: 'compare-task-failed', quoted: 'it says "code":"bench-x"' } } },
  ]

  it('are read with the new names and failure codes', () => {
    const folder = dataFolder()
    change(folder, ...runs)
    const store = openTestStore(folder)
    expect(store.news).toEqual([])
    expect(store.compareRuns.read('r')).toMatchObject({ title: 'Run', results: expected })
  })

  it('are salvaged from a damaged file', () => {
    const folder = dataFolder()
    change(folder, ...runs)
    overwriteIndexPage(folder)
    const store = openTestStore(folder)
    expect(store.news).toMatchObject([{ code: 'store-salvaged' }])
    expect(store.compareRuns.read('r')).toMatchObject({ title: 'Run', results: expected })
  })
})

describe('a damaged database', () => {
  it('is salvaged with the rows of every table', () => {
    const folder = dataFolder()
    damaged(folder)
    const store = openTestStore(folder)
    expect(Object.keys(rows).toSorted(), 'a table without a row in this test').toEqual(store.database.tables.toSorted())
    expect(store.news).toMatchObject([{ code: 'store-salvaged', facts: { conversations: 1, messages: 1 } }])
    for (const [table, row] of Object.entries(rows)) expect(store.database.all(`SELECT * FROM ${table}`), table).toMatchObject([row])
    expect(store.search('message')).toHaveLength(1)
  })

  it('is closed before it is renamed, as Windows requires', ({ skip }) => {
    skip(process.platform !== 'linux', 'open files are listed in /proc, which only Linux has')
    const folder = dataFolder()
    damaged(folder)
    openTestStore(folder)
    const open = readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/self/fd/${fd}`)]
      } catch {
        return []
      }
    })
    expect(open.filter((path) => path.startsWith(folder) && path.includes('damaged'))).toEqual([])
    expect(open).toContain(pathIn(folder))
  })

  it('leaves private conversations out of the new file, even if an older version stored them in the damaged one', () => {
    const folder = dataFolder()
    damaged(
      folder,
      `INSERT INTO conversations (id, title, created_at, changed_at, is_private) VALUES ('p', 'Ottilie', 1, 1, 1)`,
      `INSERT INTO messages (id, conversation_id, role, text, state, created_at) VALUES ('pm', 'p', 'user', 'aunt Ottilie', 'complete', 1)`,
    )
    const store = openTestStore(folder)
    const { id } = store.conversations.create('', true)
    store.messages.addPrompt(id, null, 'the recipe of uncle Leberecht')
    store.close()
    expect(tracesOf('Leberecht', folder)).toEqual([])
    expect(tracesOf('Ottilie', folder).filter((name) => !name.includes('-damaged-'))).toEqual([])
  })

  it('keeps messages whose conversation is lost, in a recovered conversation', () => {
    const folder = dataFolder()
    damaged(
      folder,
      `PRAGMA foreign_keys = OFF; DELETE FROM conversations; DELETE FROM compare_runs; INSERT INTO messages (id, conversation_id, role, text, state, created_at) VALUES ('m2', 'c', 'user', 'another', 'complete', 2)`,
    )
    const store = openTestStore(folder)
    expect(store.conversations.list()).toMatchObject([{ id: 'c', title: 'Recovered conversation', messages: 2 }])
    expect(store.messages.path(store.conversations.leaf('c') ?? '').map(({ text }) => text)).toEqual(['another'])
    expect(store.database.all('SELECT * FROM compare_cells')).toEqual([])
  })
})
