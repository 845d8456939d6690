import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ImportReader, type ReadConversation } from './read-import'
import { type ImportFile, importedFrom, importFiles } from './testing/import-files'

const textOf = (file: ImportFile): string => readFileSync(join(import.meta.dirname, 'testing', importFiles[file]), 'utf8')

const chat = (id: string, text = 'Hello') => ({
  id,
  title: `Chat ${id}`,
  mapping: {
    root: { id: 'root', message: null, parent: null, children: ['q'] },
    q: {
      id: 'q',
      parent: 'root',
      children: [],
      message: { author: { role: 'user' }, content: { content_type: 'text', parts: [text] }, metadata: {} },
    },
  },
  current_node: 'q',
})
function read(text: string, limits?: ConstructorParameters<typeof ImportReader>[1], step = text.length || 1) {
  const reader = new ImportReader('file.json', limits)
  const found: ReadConversation[] = []
  for (let at = 0; at < text.length; at += step) found.push(...reader.push(text.slice(at, at + step)))
  found.push(...reader.end())
  return {
    reader,
    found,
    flaws: found.flatMap((one) => ('flaw' in one ? [one] : [])),
    good: found.flatMap((one) => ('flaw' in one ? [] : [one])),
  }
}

describe('an imported file', () => {
  it('is read the same whatever the size of its pieces', () => {
    for (const file of Object.keys(importFiles) as ImportFile[]) {
      const text = textOf(file)
      for (const step of [1, 7, 1000]) {
        const reader = new ImportReader(importFiles[file])
        const found = []
        for (let at = 0; at < text.length; at += step) found.push(...reader.push(text.slice(at, at + step)))
        expect([...found, ...reader.end()]).toEqual(importedFrom(importFiles[file], text).map((conversation) => ({ conversation })))
      }
    }
  })
  it('may begin with a byte order mark and spaces', () => {
    expect(read(`\ufeff \n${JSON.stringify([chat('a')])}`).good).toHaveLength(1)
  })
  it('with broken conversations keeps the good ones and names the broken ones', () => {
    const chats: unknown[] = Array.from({ length: 1000 }, (_, index) => chat(String(index)))
    chats[3] = { title: 'Broken', mapping: 'gone' }
    chats[500] = { ...chat('empty'), mapping: {} }
    chats[999] = 17
    const { good, flaws } = read(JSON.stringify(chats), undefined, 5000)
    expect(good).toHaveLength(997)
    expect(flaws).toEqual([
      { flaw: 'unknown-format', title: 'Broken', entry: 4 },
      { flaw: 'no-messages', title: 'Chat empty', entry: 501 },
      { flaw: 'unknown-format', title: null, entry: 1000 },
    ])
  })
  it('that is cut off keeps the conversations before the cut', () => {
    const text = JSON.stringify([chat('a'), chat('b'), chat('c')])
    const { good, flaws, reader } = read(text.slice(0, -40))
    expect(good).toHaveLength(2)
    expect(flaws).toEqual([{ flaw: 'not-json', title: null, entry: 3 }])
    expect(reader.isCutOff).toBe(true)
    expect(read(text).reader.isCutOff).toBe(false)
  })
  it('in JSONL with a damaged line keeps the other lines', () => {
    const lines = textOf('llama-server JSONL').trim().split('\n')
    lines[4] = (lines[4] ?? '').slice(0, 60)
    const { good, flaws } = read(lines.join('\n'))
    expect(flaws).toEqual([{ flaw: 'not-json', title: null, entry: 5 }])
    expect(good[0]?.conversation.messages.length).toBe(4)
  })
  it('is not a conversation if it is empty, a ZIP file or another text', () => {
    expect(read('').reader.isEmpty).toBe(true)
    expect(read(' \n ').reader.isEmpty).toBe(true)
    expect(read('PK\u0003\u0004…').reader.isZip).toBe(true)
    expect(read('Hello, world.').good).toEqual([])
    expect(read('{"a": 1}').flaws).toEqual([{ flaw: 'unknown-format', title: null, entry: 1 }])
  })
  it('skips a conversation that is too large, and reads the next one', () => {
    const [stored] = read(JSON.stringify(chat('b', 'y'.repeat(700)))).good
    const storedCharacters = JSON.stringify([stored?.conversation.systemPrompt, stored?.conversation.messages]).length
    const limits = { valueCharacters: 2000, storedCharacters }
    const chats = [chat('a', 'x'.repeat(3000)), chat('b', 'y'.repeat(701)), chat('c', 'y'.repeat(700))]
    const { good, flaws } = read(JSON.stringify(chats), limits, 64)
    expect(good.map(({ conversation }) => conversation.sourceId)).toEqual(['c'])
    expect(flaws.map(({ flaw, title }) => [flaw, title])).toEqual([
      ['too-large', null],
      ['too-large', 'Chat b'],
    ])
  })
  it('skips a conversation whose system prompt is too large', () => {
    const node = (role: string, text: string) => ({ author: { role }, content: { content_type: 'text', parts: [text] } })
    const mapping = { s: { parent: null, message: node('system', 'x'.repeat(800)) }, q: { parent: 's', message: node('user', 'Hello') } }
    const { flaws } = read(JSON.stringify({ title: 'Long prompt', mapping, current_node: 'q' }), {
      valueCharacters: 2000,
      storedCharacters: 800,
    })
    expect(flaws.map(({ flaw }) => flaw)).toEqual(['too-large'])
  })
  it('has conversations that are named after their first message if they have no title', () => {
    const { good } = read(JSON.stringify({ ...chat('a', 'What is\na cell?'), title: ' ' }))
    expect(good[0]?.conversation.title).toBe('What is a cell?')
  })
  it('counts a message that it cannot read', () => {
    const damaged = chat('a')
    const { good } = read(JSON.stringify({ ...damaged, mapping: { ...damaged.mapping, x: { parent: 'q', message: { author: 1 } } } }))
    expect(good[0]?.conversation.leftOut.unreadableMessages).toBe(1)
  })
  it('whose messages form a circle, or have no parent, loses none of them', () => {
    const message = (text: string) => ({ author: { role: 'user' }, content: { content_type: 'text', parts: [text] } })
    const mapping = {
      a: { parent: 'b', message: message('one') },
      b: { parent: 'a', message: message('two') },
      c: { parent: 'nowhere', message: message('three') },
    }
    const { good } = read(JSON.stringify({ title: 'Circle', mapping, current_node: 'zzz' }))
    expect(good[0]?.conversation.messages.map(({ text, parentId }) => [text, parentId])).toEqual([
      ['three', null],
      ['one', null],
      ['two', 'a'],
    ])
  })
})
