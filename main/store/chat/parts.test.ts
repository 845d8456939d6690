import { join } from 'node:path'
import Libsql from 'libsql'
import { expect, it } from 'vitest'
import type { MessagePart } from '../../../core/contract/chat/message-parts'
import { partsOf } from '../../../core/messages/parts-of'
import { migrations } from '../sqlite/migrations'
import type { Store } from '../store'
import { dataFolder, openTestStore } from '../testing/test-store'
import { asJson, asMarkdown } from './export-conversation'

const stepsOfRelease = 10

/** A database as Headroom 0.1.0 stored it: with branches, every role, final state and column, and rows deleted at the end. */
function releasedDatabase(folder: string, messages: number): void {
  const db = new Libsql(join(folder, 'headroom.sqlite'))
  db.exec(`PRAGMA journal_mode = WAL; ${migrations.slice(0, stepsOfRelease).join(';')}; PRAGMA user_version = ${stepsOfRelease}`)
  db.exec(`INSERT INTO conversations (id, title, leaf_id, created_at, changed_at) VALUES ('c', 'Old', 'm${messages}', 1, 2)`)
  const insert = db.prepare(
    `INSERT INTO messages (id, conversation_id, parent_id, role, text, state, created_at, turn_id, model_name, metrics, failure, left_at_id, set_id, pinned)
     VALUES (?, 'c', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  db.exec('BEGIN')
  for (let n = 1; n <= messages + 3; n++) {
    const isAnswer = n % 2 === 0
    const state = ['complete', 'complete', 'stopped', 'interrupted', 'failed'][n % 5]
    insert.run(
      `m${n}`,
      n === 1 ? null : `m${n - (n % 7 === 0 ? 3 : 1)}`,
      isAnswer ? 'assistant' : 'user',
      `message ${n} <think>word${n}</think> 中文${n} ${'x'.repeat(n % 300)}`,
      isAnswer ? state : 'complete',
      n,
      isAnswer ? `t${n}` : null,
      isAnswer ? 'Pocket' : null,
      n % 10 === 0 ? '{"stopReason":"end-of-text"}' : null,
      state === 'failed' && isAnswer ? '{"code":"engine-gone","facts":{"reason":{"kind":"closed"}}}' : null,
      n % 11 === 0 ? `m${n}` : null,
      n % 13 === 0 ? 'set' : null,
      n % 17 === 0 ? 1 : 0,
    )
  }
  db.exec(`COMMIT; DELETE FROM messages WHERE seq > ${messages}`)
  db.close()
}

const rowsOf = (folder: string): unknown[] => {
  const db = new Libsql(join(folder, 'headroom.sqlite'), { readonly: true })
  const columns =
    'seq, id, conversation_id, parent_id, role, text, state, created_at, turn_id, model_name, metrics, failure, left_at_id, set_id, pinned'
  const rows = db.prepare(`SELECT ${columns} FROM messages ORDER BY seq`).all()
  db.close()
  return rows
}

it('a database of 0.1.0 with 2,000 messages keeps every column of every row, its search index, and its numbering', () => {
  const folder = dataFolder()
  releasedDatabase(folder, 2000)
  const before = rowsOf(folder)
  const store = openTestStore(folder)
  expect(before).toHaveLength(2000)
  expect(rowsOf(folder)).toEqual(before)
  expect(store.messages.path('m2000').every(({ parts }) => parts === undefined)).toBe(true)
  expect(store.search('word1234').map(({ messageId, part }) => [messageId, part])).toEqual([['m1234', 'text']])
  expect(store.database.ask(`SELECT group_concat(integrity_check) FROM pragma_integrity_check`)).toBe('ok')
  store.database.exec(`INSERT INTO message_search (message_search, rank) VALUES ('integrity-check', 1)`)
  const added = store.messages.addPrompt('c', 'm2000', 'a new message')
  expect(store.database.ask(`SELECT seq FROM messages WHERE id = '${added.id}'`)).toBe('2004')
  expect(store.search('new message')).toHaveLength(1)
  expect(() => store.database.run(`UPDATE messages SET parts = '[]' WHERE id = 'm1'`)).toThrow()
  store.close()
})

const text = '<think>A cache of ``` keys.</think>Look it up.<call>{"query": "kv"}</call>'
const range = (part: string) => ({ from: text.indexOf(part), to: text.indexOf(part) + part.length })
const parts: MessagePart[] = [
  { type: 'reasoning', ...range('A cache of ``` keys.'), tokens: 6, ms: 40 },
  { type: 'text', ...range('Look it up.') },
  { type: 'tool-call', id: 'c1', name: 'search', arguments: '{"query": "kv"}', ...range('{"query": "kv"}') },
]

function answered(store: Store) {
  const { id } = store.conversations.create('')
  const prompt = store.messages.addPrompt(id, null, 'What is it?')
  const answer = store.messages.addAnswer({ conversationId: id, parentId: prompt.id, turnId: 't', modelName: 'Pocket' })
  store.messages.append(answer.id, text.slice(0, 20), [{ type: 'reasoning', from: 7, tokens: 1, ms: 0 }])
  store.messages.append(answer.id, text.slice(20), parts)
  store.messages.seal(answer.id, 'complete', {})
  store.conversations.setLeaf(id, answer.id)
  return { id, answerId: answer.id }
}

it('an answer keeps its parts across a restart, and cannot be changed once it has ended', () => {
  const folder = dataFolder()
  const first = openTestStore(folder)
  const { answerId } = answered(first)
  first.close()
  const store = openTestStore(folder)
  expect(store.messages.get(answerId)).toMatchObject({ text, parts })
  expect(() => store.messages.append(answerId, '', [])).toThrow('append-only')
  store.close()
})

it('an answer whose parts are damaged is shown as one text', () => {
  const store = openTestStore(dataFolder())
  const { id, answerId } = answered(store)
  for (const damaged of ['nonsense', '{}', '[{"type":"picture","from":0}]', '[{"type":"text","from":9,"to":1}]']) {
    store.database.exec(`DROP TRIGGER messages_are_append_only; UPDATE messages SET parts = '${damaged}' WHERE conversation_id = '${id}'`)
    expect(partsOf(store.messages.get(answerId))).toEqual([{ type: 'text', from: 0, text }])
    store.database.exec('CREATE TRIGGER messages_are_append_only BEFORE UPDATE OF role ON messages BEGIN SELECT 1; END')
  }
  store.close()
})

it('search says which part of a message it found', () => {
  const store = openTestStore(dataFolder())
  answered(store)
  expect(['cache', 'look', 'query', 'think'].map((word) => store.search(word)[0]?.part)).toEqual(['reasoning', 'text', 'tool-call', null])
  store.close()
})

it('an exported conversation has its parts: collapsed reasoning and calls in Markdown, and each part with its text in JSON', () => {
  const store = openTestStore(dataFolder())
  const { id, answerId } = answered(store)
  const conversation = store.conversations.get(id)
  const path = store.messages.path(answerId)
  expect(asMarkdown(conversation, '', path).text).toContain(
    '<details>\n<summary>Reasoning</summary>\n\nA cache of ``` keys.\n\n</details>\n\nLook it up.\n\nCall to `search`:\n\n```json\n{"query": "kv"}\n```',
  )
  const exported = JSON.parse(asJson(conversation, '', path, answerId).text)
  expect(exported.messages[0]).not.toHaveProperty('parts')
  expect(exported.messages[1]).toMatchObject({ text, parts: [{ type: 'reasoning', text: 'A cache of ``` keys.' }, {}, { name: 'search' }] })
  store.close()
})
