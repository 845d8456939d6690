import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore, type Store } from './store'

let folder: string
let store: Store
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-private-'))
  store = openStore(folder, 'a test')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const secret = 'the recipe of aunt Ottilie'
function write(isPrivate: boolean): string {
  const { id } = store.conversations.create('', isPrivate)
  store.messages.addPrompt(id, null, isPrivate ? secret : 'an ordinary message')
  return id
}

it('a private conversation is there while the app runs, and gone with its words when it ends', () => {
  const [kept, gone] = [write(false), write(true)]
  expect(store.conversations.list().map(({ id, isPrivate }) => [id, isPrivate])).toEqual(
    expect.arrayContaining([
      [kept, false],
      [gone, true],
    ]),
  )
  expect(store.conversations.isKept(gone)).toBe(false)
  store.close()
  const file = readFileSync(join(folder, 'headroom.sqlite'))
  expect(file.includes('an ordinary message')).toBe(true)
  expect(file.toString('latin1')).not.toMatch(/ottilie/i)
  store = openStore(folder, 'a test')
  expect(store.conversations.list().map(({ id }) => id)).toEqual([kept])
  expect(store.search('Ottilie')).toEqual([])
  store.close()
})

it('and at the next start where the app could not end in order', () => {
  write(true)
  // As a crash leaves it: nothing was deleted.
  store.database.close()
  store.close()
  expect(readFileSync(join(folder, 'headroom.sqlite')).includes(secret)).toBe(true)
  store = openStore(folder, 'a test')
  expect(store.conversations.list()).toEqual([])
  store.close()
  expect(readFileSync(join(folder, 'headroom.sqlite'), 'latin1')).not.toMatch(/ottilie/i)
})
