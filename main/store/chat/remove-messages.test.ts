import { beforeEach, describe, expect, it, vi } from 'vitest'
import { requestSweep } from '../sqlite/sweep'
import type { Store } from '../store'
import { codeOf, dataFolder, openTestStore } from '../testing/test-store'
import { wordsIn } from '../testing/traces'
import { removeMessages } from './remove-messages'

let folder: string
let store: Store
let id: string
beforeEach(() => {
  folder = dataFolder()
  store = openTestStore(folder)
  id = store.conversations.create('').id
})

const ask = (parentId: string | null, text: string, of = id) => shown(store.messages.addPrompt(of, parentId, text).id)
function answer(parentId: string, text: string): string {
  const { conversationId } = store.messages.get(parentId)
  const { id: answerId } = store.messages.addAnswer({ conversationId, parentId, turnId: text, modelName: 'Pocket', text })
  store.messages.seal(answerId, 'complete', {})
  return shown(answerId)
}
function shown(messageId: string): string {
  store.branches.show(store.messages.get(messageId).conversationId, messageId)
  return messageId
}
const texts = (of = id): string[] => {
  const leaf = store.conversations.leaf(of)
  return leaf === null ? [] : store.messages.path(leaf).map(({ text }) => text)
}
const remove = (messageId: string) => removeMessages(store, id, messageId)

describe('removing a message and everything after it', () => {
  it('refuses an id of another conversation, an id that is gone, and a conversation in the bin, and removes nothing', () => {
    const mine = answer(ask(null, 'mine'), 'answer')
    const other = store.conversations.create('').id
    const theirs = ask(null, 'theirs', other)
    expect(codeOf(() => remove(theirs))).toBe('message-not-found')
    expect(codeOf(() => remove('unknown'))).toBe('message-not-found')
    expect(codeOf(() => removeMessages(store, 'unknown', mine))).toBe('conversation-not-found')
    expect([texts(), texts(other)]).toEqual([['mine', 'answer'], ['theirs']])
    remove(mine)
    expect(codeOf(() => remove(mine))).toBe('message-not-found')
    store.conversations.remove(other)
    expect(codeOf(() => removeMessages(store, other, theirs))).toBe('conversation-not-found')
  })
  it('keeps what is before it, even after a restart', () => {
    const first = answer(ask(null, 'one'), 'two')
    const second = ask(first, 'three')
    answer(second, 'four')
    remove(second)
    expect(texts()).toEqual(['one', 'two'])
    store.close()
    store = openTestStore(folder)
    expect(texts()).toEqual(['one', 'two'])
    expect(store.messages.all(id)).toHaveLength(2)
  })
  it('removes the branches below it, and their texts from the search and from the disk', () => {
    const first = answer(ask(null, 'Kestrelone'), 'Kestreltwo')
    const prompt = ask(first, 'Ospreyone')
    ask(answer(prompt, 'Ospreytwo'), 'Ospreythree')
    answer(prompt, 'Ospreyfour')
    expect(store.search('osprey')).toHaveLength(4)
    remove(prompt)
    expect(store.search('osprey')).toEqual([])
    expect(store.search('kestrel')).toHaveLength(2)
    const words = ['Kestrelone', 'Ospreyone', 'Ospreytwo', 'Ospreythree', 'Ospreyfour']
    expect(wordsIn(folder, words)).toEqual(['Kestrelone'])
  })
  it('then shows the nearest other branch where the user left it', () => {
    const prompt = ask(null, 'hello')
    const first = answer(prompt, 'first')
    ask(first, 'more')
    const second = answer(prompt, 'second')
    const third = answer(prompt, 'third')
    remove(third)
    expect(texts()).toEqual(['hello', 'second'])
    remove(second)
    expect(texts()).toEqual(['hello', 'first', 'more'])
    remove(first)
    expect(texts()).toEqual(['hello'])
  })
  it('shows the same branch as before if the message is in another one', () => {
    const prompt = ask(null, 'hello')
    const hidden = answer(prompt, 'hidden')
    answer(prompt, 'shown')
    remove(hidden)
    expect(texts()).toEqual(['hello', 'shown'])
  })
  it('keeps the conversation, empty, if the message is its first', () => {
    const prompt = ask(null, 'Kestrel')
    store.conversations.touched(id, null, { title: 'Kestrel', messageId: prompt })
    answer(prompt, 'hi')
    remove(prompt)
    expect(store.conversations.leaf(id)).toBeNull()
    expect(store.conversations.get(id)).toMatchObject({ title: 'New conversation', messages: 0 })
    expect(wordsIn(folder, ['Kestrel'])).toEqual([])
    expect(texts()).toEqual([])
    ask(null, 'again')
    expect(texts()).toEqual(['again'])
  })
  it('removes the images that no other message has', () => {
    const image = (name: string) =>
      ({ type: 'image', from: 0, to: 0, id: name, width: 1, height: 1, name, mediaType: 'image/png', sizeBytes: 3 }) as const
    for (const name of ['kept', 'gone']) store.images.add(id, name, { mediaType: 'image/png', base64: 'AAAA' })
    const first = store.messages.addPrompt(id, null, '', [image('kept')]).id
    const next = shown(store.messages.addPrompt(id, answer(first, 'red'), '', [image('kept'), image('gone')]).id)
    remove(next)
    expect(store.images.read(id, 'kept')).toBeDefined()
    expect(store.images.read(id, 'gone')).toBeUndefined()
  })
  it('works in a private conversation, and does not sweep the disk', () => {
    requestSweep(store.database)
    const vacuum = vi.spyOn(store.database, 'vacuum')
    id = store.conversations.create('', true).id
    const first = ask(null, 'one')
    remove(answer(first, 'two'))
    expect(texts()).toEqual(['one'])
    remove(first)
    expect(texts()).toEqual([])
    expect(store.search('one')).toEqual([])
    expect(vacuum).not.toHaveBeenCalled()
  })
})
