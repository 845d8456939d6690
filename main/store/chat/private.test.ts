import { join } from 'node:path'
import Libsql from 'libsql'
import { expect, it } from 'vitest'
import { migrations } from '../sqlite/migrations'
import type { Store } from '../store'
import { dataFolder, openTestStore } from '../testing/test-store'
import { tracesOf } from '../testing/traces'

function write(store: Store, text: string, isPrivate: boolean): string {
  const { id } = store.conversations.create('', isPrivate)
  const prompt = store.messages.addPrompt(id, null, text)
  const answer = store.messages.addAnswer({ conversationId: id, parentId: prompt.id, turnId: 't', modelName: 'Pocket' })
  store.messages.append(answer.id, `You said: ${text}`)
  store.messages.seal(answer.id, 'complete', {})
  store.branches.show(id, answer.id)
  store.conversations.touched(id, null, { title: text, messageId: prompt.id })
  return id
}

it('the store keeps a private conversation in memory while the app runs, and writes none of it to disk', () => {
  const folder = dataFolder()
  const store = openTestStore(folder)
  const kept = write(store, 'an ordinary Zeppelin', false)
  const hidden = write(store, 'the recipe of aunt Ottilie', true)
  expect(store.conversations.list().map(({ id, isPrivate }) => [id, isPrivate])).toEqual(
    expect.arrayContaining([
      [kept, false],
      [hidden, true],
    ]),
  )
  expect(store.conversations.isKept(hidden)).toBe(false)
  expect(store.messages.path(store.conversations.leaf(hidden) ?? '').map(({ text }) => text)).toEqual([
    'the recipe of aunt Ottilie',
    'You said: the recipe of aunt Ottilie',
  ])
  expect(store.search('Ottilie')).toHaveLength(3)
  expect(tracesOf('Zeppelin', folder)).toContain('headroom.sqlite-wal')
  expect(tracesOf('Ottilie', folder)).toEqual([])

  store.conversations.rename(hidden, 'Ottilie’s')
  store.conversations.remove(hidden)
  expect(store.search('Ottilie')).toEqual([])
  store.conversations.restore(hidden)
  store.close()
  expect(tracesOf('Ottilie', folder)).toEqual([])
  const again = openTestStore(folder)
  expect(again.conversations.list().map(({ id }) => id)).toEqual([kept])
  expect(again.search('Ottilie')).toEqual([])
})

it('the store removes a private conversation that an older version left on disk when that version crashed', () => {
  const folder = dataFolder()
  const older = new Libsql(join(folder, 'headroom.sqlite'))
  const version = 7
  older.exec(`PRAGMA journal_mode = WAL; ${migrations.slice(0, version).join(';')}; PRAGMA user_version = ${version}`)
  older.exec(
    `INSERT INTO conversations (id, title, created_at, changed_at, is_private) VALUES ('c', 'Ottilie', 1, 1, 1);
     INSERT INTO messages (id, conversation_id, role, text, state, created_at) VALUES ('m', 'c', 'user', 'the recipe of aunt Ottilie', 'complete', 1)`,
  )
  older.close()
  expect(tracesOf('Ottilie', folder)).toEqual(['headroom.sqlite'])
  const store = openTestStore(folder)
  expect(store.conversations.list()).toEqual([])
  store.close()
  expect(tracesOf('Ottilie', folder)).toEqual([])
})
