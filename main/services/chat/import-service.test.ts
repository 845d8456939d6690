import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { largestImportBytes } from '../../../core/contract/chat/import-limits'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { type ImportFile, importFiles } from '../../../core/import/testing/import-files'
import { asJson } from '../../store/chat/export-conversation'
import type { Store } from '../../store/store'
import { dataFolder, openTestStore } from '../../store/testing/test-store'
import { ImportService } from './import-service'

const textOf = (file: ImportFile): string =>
  readFileSync(join(import.meta.dirname, '../../../core/import/testing', importFiles[file]), 'utf8')

function open(limits?: ConstructorParameters<typeof ImportService>[2]) {
  const store = openTestStore(dataFolder())
  let changes = 0
  const service = new ImportService(store, { changed: () => void changes++ }, limits)
  const importText = (text: string, name = 'export.json', step = 1000) => {
    const { importId } = service.begin(name, text.length)
    for (let at = 0; at < text.length; at += step) service.append(importId, text.slice(at, at + step))
    return service.finish(importId)
  }
  return { store, service, importText, changes: () => changes }
}
const failed = (work: () => unknown) => {
  try {
    work()
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}
const titles = (store: Store) => store.conversations.list().map(({ title }) => title)
const chats = (ids: readonly string[]) =>
  ids.map((id) => ({
    id,
    title: `Chat ${id}`,
    create_time: 1,
    mapping: { q: { parent: null, message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['Hello'] } } } },
    current_node: 'q',
  }))

describe('a bad file', () => {
  const bad = {
    empty: '',
    zip: 'PK\u0003\u0004 and more',
    'not-json': 'Dear diary, nothing happened.',
    'unknown-format': '{"model": "llama"}',
    'no-messages': '[{"title": "Nothing", "mapping": {}}]',
  } as const
  it('is refused with the reason, and nothing stored is lost', () => {
    const { store, importText } = open()
    const kept = store.conversations.create('Keep me')
    for (const [reason, text] of Object.entries(bad))
      expect(failed(() => importText(text, 'my file'))).toEqual({ code: 'import-refused', facts: { name: 'my file', reason } })
    expect(store.conversations.list().map(({ id }) => id)).toEqual([kept.id])
    expect(store.conversations.systemPrompt(kept.id)).toBe('Keep me')
  })
  it('is refused before it is read if it is larger than the limit', () => {
    const { service } = open()
    expect(failed(() => service.begin('huge.json', largestImportBytes + 1))).toMatchObject({ code: 'file-too-large' })
  })
  it('with 1,000 conversations, some broken, is imported without the broken ones, which are named', () => {
    const { store, importText } = open()
    const all: unknown[] = chats(Array.from({ length: 1000 }, (_, index) => String(index)))
    all[10] = { title: 'Broken', mapping: 7 }
    all[20] = null
    const summary = importText(JSON.stringify(all), 'conversations.json', 10_000)
    expect(summary).toMatchObject({ imported: 998, existing: 0, broken: 2, isCutOff: false, conversationId: null })
    expect(summary.brokenOnes).toEqual([
      { title: 'Broken', entry: 11, flaw: 'unknown-format' },
      { title: null, entry: 21, flaw: 'unknown-format' },
    ])
    expect(store.conversations.list()).toHaveLength(998)
  })
  it('that is cut off is imported up to the cut', () => {
    const { store, importText } = open()
    expect(importText(JSON.stringify(chats(['a', 'b', 'c'])).slice(0, -50))).toMatchObject({ imported: 2, broken: 1, isCutOff: true })
    expect(titles(store).sort()).toEqual(['Chat a', 'Chat b'])
  })
})

describe('an import', () => {
  it('of each format can be read as a conversation, with its branches and times', () => {
    for (const file of Object.keys(importFiles) as ImportFile[]) {
      const { store, importText } = open()
      const { imported } = importText(textOf(file), importFiles[file])
      const conversations = store.conversations.list()
      expect([file, conversations.length]).toEqual([file, imported])
      for (const { id, title, createdAt, isPrivate } of conversations) {
        const path = store.messages.path(store.conversations.leaf(id) ?? '')
        expect(path.length).toBeGreaterThan(1)
        expect(path[0]).toMatchObject({ role: 'user', state: 'complete', parentId: null })
        expect(title).not.toBe('New conversation')
        expect(createdAt).toBeLessThan(Date.now())
        expect(isPrivate).toBe(false)
      }
    }
  })
  it('keeps further answers as branches that the user can show', () => {
    const { store, importText } = open()
    const { conversationId } = importText(textOf('open-webui'))
    const id = conversationId ?? ''
    const answer = store.messages.all(id).find(({ text }) => text.includes('wind'))
    expect(answer?.siblingIds).toHaveLength(2)
    store.branches.show(id, store.branches.leafThrough(id, answer?.id ?? ''))
    expect(store.messages.path(store.conversations.leaf(id) ?? '').map(({ text }) => text)).toEqual([
      'Why are there tides?',
      'Because of the wind.',
    ])
  })
  it('skips what was imported before, unless it has been deleted', () => {
    const { store, importText } = open()
    importText(textOf('chatgpt'))
    expect(importText(textOf('chatgpt'))).toMatchObject({ imported: 0, existing: 2 })
    const [first] = store.conversations.list()
    store.conversations.remove(first?.id ?? '')
    expect(importText(textOf('chatgpt'))).toMatchObject({ imported: 1, existing: 1 })
  })
  it('skips an export of a conversation that is still here', () => {
    const { store, importText } = open()
    const conversation = store.conversations.create('')
    store.messages.addPrompt(conversation.id, null, 'Hello')
    const { text } = asJson(conversation, '', store.messages.all(conversation.id), null)
    expect(importText(text)).toMatchObject({ imported: 0, existing: 1 })
  })
  it('says per conversation what was left out', () => {
    const { importText } = open()
    const { incomplete, incompleteOnes } = importText(textOf('chatgpt'))
    expect(incomplete).toBe(1)
    expect(incompleteOnes).toMatchObject([{ title: 'Sum of primes', leftOut: { images: 1, documents: 1, systemMessages: 1, media: 0 } }])
  })
  it('finds its messages in the search', () => {
    const { store, importText } = open()
    importText(textOf('lm-studio'))
    expect(store.search('compression').map(({ title }) => title)).toContain('Bridges')
  })
  it('ends when another import begins, and keeps what it has stored', () => {
    const { store, service, changes } = open()
    const text = JSON.stringify(chats(['a', 'b']))
    const first = service.begin('one.json', text.length)
    service.append(first.importId, text.slice(0, -20))
    const second = service.begin('two.json', text.length)
    expect(failed(() => service.append(first.importId, text.slice(-20)))).toEqual({ code: 'import-ended', facts: {} })
    service.append(second.importId, text)
    expect(service.finish(second.importId)).toMatchObject({ imported: 1, existing: 1 })
    expect(titles(store).sort()).toEqual(['Chat a', 'Chat b'])
    expect(changes()).toBe(2)
  })
})
