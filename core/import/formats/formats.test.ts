import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documentsIn, messageWith } from '../../documents/document-frame'
import { partsOf, plainTextOf } from '../../messages/parts-of'
import type { ImportedConversation } from '../conversation/imported'
import { type ImportFile, importedFrom, importFiles, nothing, shownPath } from '../testing/import-files'

const allOf = (file: ImportFile): ImportedConversation[] => {
  const name = importFiles[file]
  return importedFrom(name, readFileSync(join(import.meta.dirname, '../testing', name), 'utf8'))
}
const only = (file: ImportFile): ImportedConversation => {
  const [conversation, ...others] = allOf(file)
  if (!conversation || others.length > 0) throw new Error(`Expected one conversation in ${file}`)
  return conversation
}

describe("Headroom's export", () => {
  const conversation = only('headroom')
  it('keeps title, system prompt, times and branches', () => {
    expect(conversation).toMatchObject({
      format: 'headroom',
      sourceId: 'h-1',
      title: 'Cells',
      systemPrompt: 'Be precise.',
      leftOut: nothing,
    })
    expect(conversation.createdAt).toBe(Date.parse('2026-11-01T10:00:00.000Z'))
    expect(conversation.messages.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['h-1', null],
      ['h-2', 'h-1'],
      ['h-3', 'h-1'],
    ])
  })
  it('drops the markup between the parts, because the engine would send it with control tokens', () => {
    expect(conversation.messages.at(-1)?.text).toBe('KV cache.Space for one token.')
    expect(shownPath(conversation).at(-1)?.parts).toEqual([
      ['reasoning', 'KV cache.'],
      ['text', 'Space for one token.'],
    ])
  })
  it('keeps documents with the frame that the model reads', () => {
    const sent = messageWith([{ name: 'a.txt', mediaType: 'text/plain', text: 'One\nTwo' }], 'Well?')
    const message = { id: 'd', role: 'user', text: sent.text, parts: partsOf(sent) }
    const [read] = importedFrom('export.json', JSON.stringify({ format: 'headroom-conversation', messages: [message] }))
    const [imported = { text: '' }] = read?.messages ?? []
    expect(documentsIn(imported)).toMatchObject([{ name: 'a.txt', text: 'One\nTwo' }])
    expect(plainTextOf(imported)).toBe('Well?')
    expect(imported.text).toBe(sent.text)
  })
})

describe("llama-server's exports", () => {
  for (const [file, title] of [
    ['llama-server', 'Units'],
    ['llama-server JSONL', 'Units in JSONL'],
  ] as const)
    it(`keep reasoning, calls, results, documents and branches: ${file}`, () => {
      const conversation = only(file)
      expect(conversation).toMatchObject({ format: 'llama-server', title, changedAt: 1760000050000, leftOut: { ...nothing, images: 1 } })
      expect(shownPath(conversation)).toEqual([
        {
          role: 'user',
          parts: [
            ['document', '<document name="units.txt">\n1 mile = 1609.344 m\n</document>'],
            ['text', '\n\nHow long is a mile?'],
          ],
        },
        {
          role: 'assistant',
          parts: [
            ['reasoning', 'The file says it.'],
            ['tool-call', '{"value": 1609.344}'],
          ],
        },
        { role: 'tool', parts: [['tool-result', '1609']] },
        { role: 'assistant', parts: [['text', '1609 m.']] },
      ])
      const [m4, m5] = conversation.messages.filter(({ text }) => text.endsWith(' m.'))
      expect(m4?.parentId).toBe(m5?.parentId)
      expect(conversation.messages.find(({ role }) => role === 'tool')).toMatchObject({
        modelName: 'round',
        parts: [{ id: 'k1', name: 'round' }],
      })
    })
})

it('a conversation of llama-server keeps its system prompt, which follows an empty root message', () => {
  const row = (id: string, parent: string | null, role: string, content: string) => ({ id, parent, role, content })
  const messages = [row('0', null, 'system', ''), row('1', '0', 'system', 'Be brief.'), row('2', '1', 'user', 'Hello')]
  const [read] = importedFrom('export.json', JSON.stringify({ conv: { id: 'c' }, messages }))
  expect(read).toMatchObject({ systemPrompt: 'Be brief.', leftOut: nothing })
})

describe("LM Studio's conversation file", () => {
  const conversation = only('lm-studio')
  it('keeps the versions of a message as branches; the next message follows the selected one', () => {
    expect(conversation).toMatchObject({ title: 'Bridges', systemPrompt: 'You are an engineer.', sourceId: '1780959551824' })
    expect(conversation.leftOut).toEqual({ ...nothing, images: 1 })
    expect(shownPath(conversation)).toEqual([
      { role: 'user', parts: [['text', 'How does an arch carry a load?']] },
      {
        role: 'assistant',
        parts: [
          ['reasoning', 'Stone is strong in compression.'],
          ['tool-call', '{"word":"arch"}'],
        ],
      },
      { role: 'tool', parts: [['tool-result', 'a curved structure']] },
      { role: 'assistant', parts: [['text', 'By compression.']] },
      { role: 'user', parts: [['text', 'And a beam?']] },
    ])
    expect(conversation.messages.find(({ text }) => text === 'By bending.')).toMatchObject({ parentId: '0.0', createdAt: 1780959830000 })
    expect(conversation.messages.find(({ role }) => role === 'tool')).toMatchObject({
      modelName: 'look_up',
      parts: [{ id: '77', name: 'look_up' }],
    })
  })
})

describe("Open WebUI's export", () => {
  const conversation = only('open-webui')
  it('reads reasoning and calls from the HTML in the answer', () => {
    expect(conversation).toMatchObject({ title: 'Tides', systemPrompt: 'Answer in one sentence.', sourceId: '5f0c-tides' })
    expect(conversation.leftOut).toEqual({ ...nothing, images: 1, documents: 1 })
    expect(shownPath(conversation)).toEqual([
      { role: 'user', parts: [['text', 'Why are there tides?']] },
      {
        role: 'assistant',
        parts: [
          ['reasoning', 'The Moon pulls.\nThe Sun too.'],
          ['tool-call', '{"day": 3}'],
        ],
      },
      { role: 'tool', parts: [['tool-result', 'full']] },
      { role: 'assistant', parts: [['text', 'Because the Moon and the Sun pull on the sea.']] },
      { role: 'user', parts: [['text', 'And on a lake?']] },
      { role: 'assistant', parts: [['text', 'Too small to notice.']] },
    ])
    expect(conversation.messages.find(({ text }) => text.includes('wind'))).toMatchObject({ parentId: 'q1', modelName: 'Qwen3 8B' })
  })
})

describe("ChatGPT's export", () => {
  const [sum, capital] = allOf('chatgpt')
  it('has several conversations', () => {
    expect(capital).toMatchObject({ title: 'Capital of France', sourceId: '68-capital', leftOut: nothing, createdAt: 1749900000000 })
  })
  it('keeps thoughts, code and its output, and leaves out hidden messages, images and files', () => {
    if (!sum) throw new Error('Expected a conversation')
    expect(shownPath(sum)).toEqual([
      { role: 'user', parts: [['text', 'What is the sum of the primes below 10?']] },
      {
        role: 'assistant',
        parts: [
          ['reasoning', '**Adding primes**\n\n2, 3, 5 and 7 are prime.'],
          ['tool-call', 'print(2 + 3 + 5 + 7)'],
        ],
      },
      { role: 'tool', parts: [['tool-result', '17\n']] },
      { role: 'assistant', parts: [['text', 'The sum is **17**.']] },
      { role: 'user', parts: [['text', 'Thank you.']] },
    ])
    expect(sum.leftOut).toEqual({ ...nothing, images: 1, documents: 1, systemMessages: 1 })
    const call = sum.messages.find(({ parts }) => parts?.some(({ type }) => type === 'tool-call'))
    expect(call).toMatchObject({
      modelName: 'o3',
      parts: [{}, { id: 'c1', name: 'python', arguments: '{"input":"print(2 + 3 + 5 + 7)"}' }],
    })
    expect(sum.messages.find(({ role }) => role === 'tool')).toMatchObject({ parts: [{ id: 'c1', name: 'python' }] })
    expect(sum.messages.find(({ text }) => text === 'The sum is 18.')).toMatchObject({ parentId: 'u1', modelName: 'gpt-4o' })
  })
  it('with a conversation of 10,000 messages is read within the time limit of a test', () => {
    const mapping = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => {
        const author = { role: index % 2 === 0 ? 'user' : 'assistant' }
        const message = { author, content: { content_type: 'text', parts: ['Hello'] } }
        return [`m${index}`, { parent: index === 0 ? null : `m${index - 1}`, message }]
      }),
    )
    const [read] = importedFrom('conversations.json', JSON.stringify([{ id: 'long', title: 'Long', mapping, current_node: 'm9999' }]))
    expect(read?.messages).toHaveLength(10_000)
  })
})
