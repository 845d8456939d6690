import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seededRandom } from '../../../core/stats/seeded-random'
import { openStore, type Store } from '../store'
import { fillDisk, mountSmallDisk, noSmallDisks, unmount } from '../testing/small-disk'
import { codeOf, dataFolder, openTestStore } from '../testing/test-store'

let folder: string
let store: Store
beforeEach(() => {
  folder = dataFolder()
})

function write(characters: number): string {
  const random = seededRandom(characters)
  const words = Array.from({ length: characters / 10 }, () => Math.floor(random() * 36 ** 9).toString(36))
  const { id } = store.conversations.create('')
  for (let at = 0; at < words.length; at += 500) store.messages.addPrompt(id, null, words.slice(at, at + 500).join(' '))
  return id
}
const trouble = () => store.ground.trouble?.code

describe.skipIf(noSmallDisks !== undefined)(`a full disk${noSmallDisks ? ` (${noSmallDisks})` : ''}`, () => {
  beforeEach(() => {
    mountSmallDisk(folder, 64)
    store = openTestStore(folder)
  })
  afterEach(() => {
    store.close()
    unmount(folder)
  })
  const reopenFull = () => {
    store.close()
    fillDisk(folder)
    store = openTestStore(folder)
  }

  it('allows reading and deleting, and a permanent deletion makes room to store again', () => {
    const [kept, long] = [write(1000), write(800_000)]
    reopenFull()
    expect(trouble()).toBe('data-read-only')
    expect(store.messages.all(kept)).toHaveLength(1)
    expect(codeOf(() => write(1000))).toBe('disk-full')
    store.conversations.remove(long)
    store.bin.removeForGood(long)
    expect(trouble()).toBeUndefined()
    write(2000)
    expect(store.conversations.list()).toHaveLength(2)
  })

  it('does not prevent the store from opening repeatedly, and new messages are stored once another program has made room', () => {
    const id = write(1000)
    reopenFull()
    for (const name of ['filler 1', 'filler 2']) {
      store.close()
      fillDisk(folder, name)
      store = openTestStore(folder)
      expect(trouble()).toBe('data-read-only')
    }
    expect(store.messages.all(id)).toHaveLength(1)
    rmSync(join(folder, 'filler'))
    write(1000)
    expect(trouble()).toBeUndefined()
  })

  it('allows deleting one or all conversations if it fills up while the app runs', () => {
    const ids = [write(300_000), write(310_000)]
    fillDisk(folder)
    store.conversations.remove(ids[0] as string)
    store.bin.empty()
    expect(store.conversations.list().map(({ id }) => id)).toEqual([ids[1]])
    fillDisk(folder, 'filler 2')
    store.database.erase()
    expect(store.conversations.list()).toEqual([])
    expect(trouble()).toBeUndefined()
    write(1000)
  })
})

describe.skipIf(process.platform === 'win32')('a data folder that is removed while the app runs', () => {
  beforeEach(() => {
    store = openTestStore(folder)
  })

  it('is reported as gone: new messages are refused, and stored ones can still be read', () => {
    const id = write(1000)
    rmSync(folder, { recursive: true })
    expect(codeOf(() => store.messages.addPrompt(id, null, 'lost'))).toBe('store-failed')
    expect(codeOf(() => store.database.together(() => store.messages.addPrompt(id, null, 'lost too')))).toBe('store-failed')
    expect(trouble()).toBe('data-folder-gone')
    expect(store.messages.all(id).length).toBeGreaterThan(0)
    store.close()
    expect(existsSync(folder)).toBe(false)
  })

  it('counts as removed if only its write-ahead log is missing, which contains the newest messages', () => {
    const id = write(1000)
    rmSync(join(folder, 'headroom.sqlite-wal'))
    expect(codeOf(() => store.messages.addPrompt(id, null, 'lost'))).toBe('store-failed')
    expect(trouble()).toBe('data-folder-gone')
    store.close()
  })

  it('is not written to if another Headroom process has created it again', () => {
    write(1000)
    rmSync(folder, { recursive: true })
    const other = openStore(folder, 'desktop')
    expect(codeOf(() => write(1000))).toBe('store-failed')
    expect(other.conversations.list()).toEqual([])
    store.close()
    other.conversations.create('')
    other.close()
  })

  it('can be used again when it returns, but without the messages that were refused', () => {
    const aside = `${folder}-aside`
    const id = write(1000)
    const stored = store.messages.all(id).length
    renameSync(folder, aside)
    expect(codeOf(() => store.messages.addPrompt(id, null, 'refused'))).toBe('store-failed')
    expect(codeOf(() => store.database.together(() => store.messages.addPrompt(id, null, 'refused too')))).toBe('store-failed')
    mkdirSync(folder)
    rmSync(folder, { recursive: true })
    renameSync(aside, folder)
    write(1000)
    expect(store.messages.all(id)).toHaveLength(stored)
    expect(trouble()).toBeUndefined()
  })
})
