import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { ask } from './sqlite/ask'
import { migrations } from './sqlite/migrations'
import { openStore, type Store } from './store'
import { codeOf, dataFolder, openTestStore } from './testing/test-store'
import { whenReleased } from './testing/when-released'

let folder: string
let store: Store
beforeEach(() => {
  folder = dataFolder()
  store = openTestStore(folder)
})

function exchange(text: string, answerText: string) {
  const conversation = store.conversations.create('')
  const prompt = store.messages.addPrompt(conversation.id, null, text)
  const answer = store.messages.addAnswer({ conversationId: conversation.id, parentId: prompt.id, turnId: 't1', modelName: 'Pocket' })
  store.messages.append(answer.id, answerText)
  store.messages.seal(answer.id, 'complete', {})
  store.conversations.setLeaf(conversation.id, answer.id)
  store.conversations.touched(conversation.id, 'm1', { title: text, messageId: prompt.id })
  return { conversation, prompt, answer }
}
const reopen = () => {
  store.close()
  store = openTestStore(folder)
}

describe('a conversation', () => {
  it('keeps its messages across a restart, with its first words as its title', () => {
    const { conversation } = exchange('  What is\na KV cache? ', 'A memory.')
    reopen()
    const [listed] = store.conversations.list()
    expect(listed).toMatchObject({ id: conversation.id, title: 'What is a KV cache?', messages: 2, modelId: 'm1' })
    const leaf = store.conversations.leaf(conversation.id)
    expect(store.messages.path(leaf as string).map((message) => [message.role, message.text, message.state])).toEqual([
      ['user', '  What is\na KV cache? ', 'complete'],
      ['assistant', 'A memory.', 'complete'],
    ])
  })
  it('keeps a title that the user chose', () => {
    const { conversation, prompt } = exchange('hello', 'hi')
    store.conversations.rename(conversation.id, 'Greetings')
    store.conversations.touched(conversation.id, null, { title: 'other words', messageId: prompt.id })
    expect(store.conversations.get(conversation.id).title).toBe('Greetings')
  })
  it('of an older version has the title of its first message, unless the user renamed it', () => {
    const { conversation, prompt } = exchange('hello there', 'hi')
    const renamed = exchange('hello there', 'hi').conversation
    store.conversations.rename(renamed.id, 'Greetings')
    store.database.exec('ALTER TABLE conversations DROP COLUMN title_from')
    store.database.pragma(`user_version = ${migrations.findIndex((step) => step.includes('title_from'))}`)
    reopen()
    expect([conversation.id, renamed.id].map((id) => store.conversations.titleFrom(id))).toEqual([prompt.id, null])
  })
  it('can be removed and restored', () => {
    const { conversation } = exchange('hello', 'hi')
    store.conversations.remove(conversation.id)
    expect(store.conversations.list()).toEqual([])
    expect(codeOf(() => store.conversations.get(conversation.id))).toBe('conversation-not-found')
    store.conversations.restore(conversation.id)
    expect(store.conversations.list()).toHaveLength(1)
  })
})

describe('a message', () => {
  it('cannot be overwritten, because the database rejects the change', () => {
    const { prompt, answer } = exchange('hello', 'hi')
    expect(() => store.database.run('UPDATE messages SET text = ? WHERE id = ?', 'changed', prompt.id)).toThrow('append-only')
    expect(() => store.messages.append(answer.id, ' more')).toThrow('append-only')
  })
  it('has the other answers to the same prompt as siblings, and the prompt’s branch continues with the newest', () => {
    const { conversation, prompt, answer } = exchange('hello', 'hi')
    const second = store.messages.addAnswer({ conversationId: conversation.id, parentId: prompt.id, turnId: 't2', modelName: 'Pocket' })
    expect(store.messages.get(answer.id).siblingIds).toEqual([answer.id, second.id])
    expect(store.messages.newestLeafBelow(prompt.id)).toBe(second.id)
    expect(store.messages.newestLeafBelow(answer.id)).toBe(answer.id)
    expect(store.messages.path(answer.id).map((message) => message.id)).toEqual([prompt.id, answer.id])
    store.messages.seal(second.id, 'complete', {})
  })
  it('keeps its text and is marked as interrupted if the app died while writing it', () => {
    const { conversation, prompt } = exchange('hello', 'hi')
    const half = store.messages.addAnswer({ conversationId: conversation.id, parentId: prompt.id, turnId: 't2', modelName: 'Pocket' })
    store.messages.append(half.id, 'The KV ca')
    reopen()
    expect(store.messages.get(half.id)).toMatchObject({ text: 'The KV ca', state: 'interrupted' })
    expect(store.news).toEqual([{ code: 'turn-interrupted', facts: { answers: 1 } }])
    expect(store.search('KV')).toHaveLength(1)
  })
})

describe('search', () => {
  const excerpt = (text: string) =>
    store
      .search(text)
      .find(({ messageId }) => messageId)
      ?.excerpt.replaceAll('\u0002', '<')
      .replaceAll('\u0003', '>')
  it('finds words by their beginning, ignores case and accents, and marks the matches', () => {
    exchange('Où est le Café?', 'Here.')
    const [hit] = store.search('cafe')
    expect(hit).toMatchObject({ role: 'user' })
    expect(hit?.excerpt).toContain('\u0002Café\u0003')
    expect(store.search('caf').filter((found) => found.messageId !== null)).toHaveLength(1)
  })
  it('shows the first match of a long message with the words around it', () => {
    exchange(`${'word '.repeat(1000)}needle ${'word '.repeat(1000)}`, 'Here.')
    expect(excerpt('NEEDLE wor')).toMatch(/^<word> <word> /)
    expect(excerpt('needle')).toMatch(/^…word word .*word <needle> word .* word…$/)
  })
  it('finds many words in a message full of matches', () => {
    exchange('lorem ipsum dolor '.repeat(60_000), 'Here.')
    expect(excerpt('lorem ipsum dolor '.repeat(20))).toMatch(/^<lorem> <ipsum> .*…$/)
  })
  it('finds titles, and treats % as an ordinary character', () => {
    const { conversation } = exchange('hello', 'hi')
    store.conversations.rename(conversation.id, '100% sure')
    expect(store.search('100%').map((hit) => hit.messageId)).toContain(null)
    expect(store.search('1%0').filter((hit) => hit.messageId === null)).toEqual([])
  })
  it('finds text in scripts without spaces', () => {
    exchange('你好世界', 'hi')
    exchange('缓存很大', '这里也有缓存')
    const texts = (wanted: string) => store.search(wanted).flatMap(({ messageId, excerpt }) => (messageId ? [excerpt] : []))
    expect(texts('世界')).toEqual(['你好世界'])
    expect(texts('缓存').toSorted()).toEqual(['缓存很大', '这里也有缓存'])
  })
  it('finds emoji', () => {
    exchange('well done 🎉', 'hi')
    expect(store.search('🎉').filter(({ messageId }) => messageId)).toHaveLength(1)
  })
  it('treats operators of the query language as ordinary text', () => {
    exchange('hello', 'hi')
    for (const text of ['"hello', 'hello AND', 'NEAR(hello', 'hello*', '-hello', 'text:hello'])
      expect(() => store.search(text)).not.toThrow()
    expect(store.search('?!')).toEqual([])
    expect(codeOf(() => store.search('  '))).toBe('search-too-short')
  })
  it('finds nothing in removed conversations', () => {
    const { conversation } = exchange('hello', 'hi')
    store.conversations.remove(conversation.id)
    expect(store.search('hello')).toEqual([])
  })
})

describe('the store', () => {
  it('reports a full disk as a coded failure, and loses no stored message', () => {
    const { conversation } = exchange('hello', 'hi')
    const [size] = store.database.all<{ page_count: number }>('PRAGMA page_count')
    store.database.pragma(`max_page_count = ${size?.page_count}`)
    expect(codeOf(() => store.messages.addPrompt(conversation.id, null, 'x'.repeat(100_000)))).toBe('disk-full')
    store.database.pragma('max_page_count = 1000000')
    expect(store.messages.all(conversation.id).map((message) => message.text)).toEqual(['hello', 'hi'])
    expect(store.messages.addPrompt(conversation.id, null, 'again').text).toBe('again')
  })
  it('tells a second Headroom process which process is using the folder', () => {
    try {
      openStore(folder, 'desktop')
      expect.unreachable()
    } catch (error) {
      expect(failureOf(error)).toEqual({
        code: 'data-folder-in-use',
        facts: { path: folder, by: { host: 'desktop', processId: process.pid } },
      })
    }
  })
  it('sets aside a file that is not a database, and opens a new one', async () => {
    store.close()
    const path = join(folder, 'headroom.sqlite')
    await whenReleased(() => rmSync(`${path}-wal`, { force: true }))
    await whenReleased(() => rmSync(`${path}-shm`, { force: true }))
    writeFileSync(path, 'not a database '.repeat(500))
    store = openTestStore(folder)
    expect(store.news[0]).toMatchObject({ code: 'store-salvaged', facts: { conversations: 0, messages: 0 } })
    const kept = readdirSync(folder).find((name) => name.includes('damaged'))
    expect(readFileSync(join(folder, kept as string), 'utf8')).toContain('not a database')
  })
  it('recovers the readable messages of a damaged database', async () => {
    store.database.together(() => {
      for (let i = 0; i < 200; i++) exchange(`question ${i} ${'x'.repeat(400)}`, `answer ${i} ${'y'.repeat(400)}`)
    })
    store.close()
    const path = join(folder, 'headroom.sqlite')
    const bytes = readFileSync(path)
    for (const share of [0.78, 0.85, 0.92])
      bytes.fill(0xa5, Math.floor((bytes.length * share) / 4096) * 4096, Math.floor((bytes.length * share) / 4096) * 4096 + 4096)
    writeFileSync(path, bytes)
    store = await whenReleased(() => openTestStore(folder))
    const [salvaged] = store.news
    if (salvaged?.code !== 'store-salvaged') throw new Error('Expected the damage to be noticed')
    expect(salvaged.facts.messages).toBeGreaterThan(100)
    expect(store.conversations.list().reduce((sum, conversation) => sum + conversation.messages, 0)).toBe(salvaged.facts.messages)
    expect(store.search('question')).not.toEqual([])
  })
  it('refuses a database from a newer version, without changing it', () => {
    store.database.pragma(`user_version = ${migrations.length + 1}`)
    store.close()
    expect(codeOf(() => openStore(folder, 'desktop'))).toBe('data-from-newer-version')
    const newer = new Libsql(join(folder, 'headroom.sqlite'))
    expect(ask(newer, 'SELECT user_version FROM pragma_user_version')).toBe(String(migrations.length + 1))
    newer.exec(`PRAGMA user_version = ${migrations.length}`)
    newer.close()
  })
  it('reads settings that an older version stored before there were more samplers, with the new ones off', () => {
    const { kv, sampling } = store.modelSettings.read('m1')
    store.modelSettings.write('m1', kv, sampling)
    store.database.run(`UPDATE model_settings SET sampling = '{"temperature":0.3,"topK":7,"repeatPenalty":1.1}'`)
    expect(store.modelSettings.read('m1')).toEqual({
      kv,
      sampling: { ...sampling, temperature: 0.3, topK: 7, repeatPenalty: 1.1, dryMultiplier: 0, xtcProbability: 0, logitBias: [] },
      fellBack: [],
    })
  })
  it('resets invalid settings one by one', () => {
    store.modelSettings.write('m1', store.modelSettings.read('m1').kv, store.modelSettings.read('m1').sampling)
    store.database.run(`UPDATE model_settings SET kv = '{"keyType":"q9_9","contextTokens":4096,"sequences":-1}', sampling = 'nonsense'`)
    const settings = store.modelSettings.read('m1')
    expect(settings.kv).toMatchObject({ keyType: 'f16', contextTokens: 4096, sequences: 1 })
    expect(settings.fellBack).toEqual(['keyType', 'sequences', 'sampling'])
  })
})
