import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../../../core/stats/seeded-random'
import { migrations } from '../sqlite/migrations'
import type { Store } from '../store'
import { codeOf, dataFolder, openTestStore } from '../testing/test-store'
import { tracesOf, wordsIn } from '../testing/traces'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const begun = new Date(2026, 10, 1, 12).getTime()

let folder: string
let store: Store
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: begun })
  folder = dataFolder()
  store = openTestStore(folder)
})
afterEach(() => vi.useRealTimers())

const setClock = (ms: number) => vi.setSystemTime(begun + ms)
const titles = () => store.bin.list().map(({ title }) => title)
const daysLeft = () => store.bin.list().map(({ goneAt }) => ((goneAt ?? 0) - Date.now()) / dayMs)

function write(text: string, isPrivate = false): string {
  const { id } = store.conversations.create('', isPrivate)
  const { id: messageId } = store.messages.addPrompt(id, null, text)
  store.branches.show(id, messageId)
  store.conversations.touched(id, null, { title: text, messageId })
  return id
}
function deleted(text: string): string {
  const id = write(text)
  store.conversations.remove(id)
  return id
}
function reopen(): void {
  store.close()
  store = openTestStore(folder)
}

describe('the bin', () => {
  it('lists deleted conversations, newest first, with the remaining time of each', () => {
    deleted('first')
    setClock(dayMs)
    const second = deleted('second')
    write('kept')
    expect(store.bin.list()).toMatchObject([
      { id: second, title: 'second', messages: 1, isPrivate: false },
      { title: 'first', messages: 1 },
    ])
    expect(daysLeft()).toEqual([7, 6])
    expect(store.conversations.list().map(({ title }) => title)).toEqual(['kept'])
  })
  it('restores a conversation, and deletes one or all permanently', () => {
    const [one, two] = [deleted('one'), deleted('two'), deleted('three')]
    store.conversations.restore(one)
    expect(titles().toSorted()).toEqual(['three', 'two'])
    expect(codeOf(() => store.bin.removeForGood(one))).toBe('conversation-not-found')
    store.bin.removeForGood(two)
    expect(codeOf(() => store.conversations.restore(two))).toBe('conversation-not-found')
    store.bin.empty()
    expect(titles()).toEqual([])
    expect(store.conversations.list().map(({ title }) => title)).toEqual(['one'])
    expect(store.search('three')).toEqual([])
  })
  it('takes several conversations at once, from the disk and from memory, or none of them', () => {
    const ids = [write('one'), write('two', true), write('three')]
    expect(codeOf(() => store.conversations.remove(...ids, 'unknown'))).toBe('conversation-not-found')
    expect(titles()).toEqual([])
    store.conversations.remove(...ids)
    expect(titles().toSorted()).toEqual(['one', 'three', 'two'])
    expect(codeOf(() => store.bin.removeForGood(...ids, 'unknown'))).toBe('conversation-not-found')
    expect(codeOf(() => store.conversations.restore(...ids, 'unknown'))).toBe('conversation-not-found')
    expect(titles().toSorted()).toEqual(['one', 'three', 'two'])
    store.bin.removeForGood(...ids.slice(0, 2))
    store.conversations.restore(...ids.slice(2))
    expect(store.conversations.list().map(({ title }) => title)).toEqual(['three'])
    expect(titles()).toEqual([])
    reopen()
    expect(store.conversations.list().map(({ title }) => title)).toEqual(['three'])
  })
  it('keeps a private conversation until the app ends', () => {
    store.conversations.remove(write('hidden', true))
    expect(store.bin.list()).toMatchObject([{ title: 'hidden', isPrivate: true, goneAt: null }])
    setClock(30 * dayMs)
    store.bin.look()
    expect(titles()).toEqual(['hidden'])
    reopen()
    expect(titles()).toEqual([])
  })
})

describe('a deleted conversation’s week in the bin', () => {
  it('ends after exactly seven days while the app is open', () => {
    deleted('hello')
    for (let hours = 1; hours < 7 * 24; hours++) {
      setClock(hours * hourMs)
      expect(store.bin.look()).toBe(0)
      expect(daysLeft()).toEqual([(7 * 24 - hours) / 24])
    }
    setClock(7 * dayMs)
    expect(store.bin.look()).toBe(1)
    expect(store.database.get('SELECT count(*) AS n FROM messages')).toMatchObject({ n: 0 })
  })
  it('ends no earlier than one day after the app is opened again', () => {
    deleted('hello')
    setClock(60 * dayMs)
    reopen()
    expect(daysLeft()).toEqual([1])
    setClock(60.9 * dayMs)
    reopen()
    expect(titles()).toEqual(['hello'])
    setClock(61 * dayMs)
    reopen()
    expect(titles()).toEqual([])
  })
  it('is not cut short if the clock jumps ahead and back', () => {
    deleted('hello')
    setClock(365 * dayMs)
    reopen()
    setClock(dayMs)
    reopen()
    expect(daysLeft()).toEqual([6])
    setClock(365 * dayMs)
    store.bin.look()
    setClock(2 * dayMs)
    store.bin.look()
    expect(daysLeft()).toEqual([5])
  })
  it('does not last for years if the clock was ahead at the deletion', () => {
    setClock(3650 * dayMs)
    deleted('hello')
    setClock(0)
    reopen()
    expect(daysLeft()).toEqual([7])
    setClock(6 * dayMs)
    store.bin.look()
    setClock(7 * dayMs)
    expect(store.bin.look()).toBe(1)
  })
})

describe('a clock that has jumped', () => {
  it('does not change the order of messages', () => {
    const { id } = store.conversations.create('')
    let last: string | null = null
    for (const [index, hours] of [0, 5, -3, 900, -9000, 1].entries()) {
      setClock(hours * hourMs)
      last = store.messages.addPrompt(id, last, `${index}`).id
    }
    store.branches.show(id, last ?? '')
    reopen()
    const numbers = [0, 1, 2, 3, 4, 5].map(String)
    expect(store.messages.path(store.conversations.leaf(id) ?? '').map(({ text }) => text)).toEqual(numbers)
    expect(store.messages.all(id).map(({ text }) => text)).toEqual(numbers)
  })
  it('does not keep a conversation at the top of the list for years', () => {
    setClock(3650 * dayMs)
    write('from the future')
    setClock(0)
    reopen()
    setClock(1000)
    write('new')
    expect(store.conversations.list().map(({ title }) => title)).toEqual(['new', 'from the future'])
  })
})

/** Words without common prefixes, because the index stores a common prefix only once. */
const letters = 'bcdfghjklmnpqrstvwxz'
function wordMaker(seed: number): () => string {
  const random = seededRandom(seed)
  return () => Array.from({ length: 12 }, () => letters[Math.floor(random() * letters.length)]).join('')
}

/** Each conversation has its own word. The conversations' messages are interleaved, so that their rows share pages. */
class Crowd {
  private readonly random = seededRandom(2)
  private readonly word = wordMaker(1)
  readonly ids = new Map<string, string>()

  constructor(conversations: number) {
    store.database.together(() => {
      for (let index = 0; index < conversations; index++) {
        const word = this.word()
        this.ids.set(word, write(word))
      }
    })
  }
  write(messages: number): void {
    const left = [...this.ids].filter(([, id]) => store.conversations.isKept(id))
    store.database.together(() => {
      for (let index = 0; index < messages; index++) {
        const [word, id] = left[Math.floor(this.random() * left.length)] as [string, string]
        const others = Array.from({ length: Math.floor(this.random() ** 4 * 400) }, this.word)
        store.messages.addPrompt(id, null, [...others, word, this.word()].join(' '))
      }
    })
  }
}

describe('the text of a permanently deleted conversation', () => {
  it('is nowhere in the data folder, either while the app runs or afterwards', () => {
    const crowd = new Crowd(70)
    const words = [...crowd.ids.keys()]
    const idOf = (word: string) => crowd.ids.get(word) ?? ''
    crowd.write(200)
    for (const word of words.slice(0, 24)) {
      store.conversations.remove(idOf(word))
      store.bin.removeForGood(idOf(word))
      crowd.write(20)
    }
    expect(wordsIn(folder, words)).toEqual(words.slice(24))
    for (const word of words.slice(24, 55)) store.conversations.remove(idOf(word))
    expect(wordsIn(folder, words)).toEqual(words.slice(24))
    for (const days of [6, 7]) {
      setClock(days * dayMs)
      store.bin.look()
    }
    expect(titles()).toEqual([])
    expect(wordsIn(folder, words)).toEqual(words.slice(55))
    store.close()
    expect(wordsIn(folder, words)).toEqual(words.slice(55))
  })
  it('disappears from an older version’s file once the file is opened', () => {
    const older = dataFolder()
    const db = new Libsql(join(older, 'headroom.sqlite'))
    db.exec(`PRAGMA journal_mode = WAL; ${migrations.slice(0, 7).join(';')}; PRAGMA user_version = 7`)
    db.exec(
      `INSERT INTO conversations (id, title, created_at, changed_at) VALUES ('c', 'Ottilie', 1, 1);
       INSERT INTO messages (id, conversation_id, role, text, state, created_at) VALUES ('m', 'c', 'user', 'the recipe of aunt Ottilie', 'complete', 1);
       DELETE FROM conversations`,
    )
    db.close()
    expect(tracesOf('Ottilie', older)).toEqual(['headroom.sqlite'])
    openTestStore(older).close()
    expect(tracesOf('Ottilie', older)).toEqual([])
  })
})
