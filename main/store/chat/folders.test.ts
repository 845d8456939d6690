import { join } from 'node:path'
import Libsql from 'libsql'
import { beforeEach, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { migrations } from '../sqlite/migrations'
import type { Store } from '../store'
import { dataFolder, openTestStore } from '../testing/test-store'

let folder: string
let store: Store
beforeEach(() => {
  folder = dataFolder()
  store = openTestStore(folder)
})

function codeOf(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return failureOf(error)?.code
  }
}
const read = (id: string) => store.conversations.get(id)

it('keeps folders and pins after a restart, and changes neither the date nor the order', () => {
  const recipes = store.folders.add('  Recipes \n for   two ')
  const older = store.conversations.create('')
  const newer = store.conversations.create('')
  store.conversations.move(recipes.id, older.id)
  store.conversations.setPinned(true, newer.id)
  store.close()
  store = openTestStore(folder)
  expect(store.folders.list()).toEqual([{ id: recipes.id, name: 'Recipes for two' }])
  expect(read(older.id)).toEqual({ ...older, folderId: recipes.id })
  expect(read(newer.id)).toEqual({ ...newer, isPinned: true })
})

it('takes a moved conversation off the pinned ones, so that it is shown in its folder', () => {
  const { id: folderId } = store.folders.add('Recipes')
  const { id } = store.conversations.create('')
  store.conversations.setPinned(true, id)
  store.conversations.move(folderId, id)
  expect(read(id)).toMatchObject({ isPinned: false, folderId })
  store.conversations.setPinned(true, id)
  expect(read(id)).toMatchObject({ isPinned: true, folderId })
})

it('a removed folder leaves its conversations, including private ones and those in the bin', () => {
  const { id: folderId } = store.folders.add('Recipes')
  const ids = [false, true, false].map((isPrivate) => store.conversations.create('', isPrivate).id)
  const [, , binned] = ids as [string, string, string]
  store.conversations.move(folderId, ...ids)
  store.conversations.remove(binned)
  store.folders.remove(folderId)
  store.conversations.restore(binned)
  expect(store.folders.list()).toEqual([])
  expect(ids.map((id) => read(id).folderId)).toEqual([null, null, null])
})

it('renames a folder, and refuses one that does not exist', () => {
  const { id } = store.folders.add('Recipes')
  expect(store.folders.rename(id, 'Meals')).toEqual({ id, name: 'Meals' })
  store.folders.remove(id)
  expect(codeOf(() => store.folders.rename(id, 'Meals'))).toBe('folder-not-found')
  expect(codeOf(() => store.folders.remove(id))).toBe('folder-not-found')
})

it('moves and pins all conversations or none', () => {
  const { id } = store.conversations.create('')
  expect(codeOf(() => store.conversations.setPinned(true, id, 'no-such'))).toBe('conversation-not-found')
  expect(codeOf(() => store.conversations.move(null, id, 'no-such'))).toBe('conversation-not-found')
  expect(read(id).isPinned).toBe(false)
})

it('opens the conversations of an older version, which had no folders', () => {
  store.close()
  const steps = migrations.findIndex((step) => step.includes('CREATE TABLE folders'))
  const olderFolder = dataFolder()
  const older = new Libsql(join(olderFolder, 'headroom.sqlite'))
  older.exec(`PRAGMA journal_mode = WAL; ${migrations.slice(0, steps).join(';')}; PRAGMA user_version = ${steps}`)
  older.exec(`INSERT INTO conversations (id, title, created_at, changed_at) VALUES ('c', 'Kept', 1, 1)`)
  older.close()
  store = openTestStore(olderFolder)
  expect(store.conversations.list()).toMatchObject([{ id: 'c', title: 'Kept', isPinned: false, folderId: null }])
  expect(store.folders.list()).toEqual([])
})
