/** Messages as ChatGPT's export has them. Each test names its source. */
import { describe, expect, it } from 'vitest'
import type { ImportedConversation } from '../conversation/imported'
import { importedValue, nothing, shownPath } from '../testing/import-files'

const messageOf = (id: string, role: string, content: object, more: object = {}) => ({
  id,
  author: { role, name: null, metadata: {} },
  create_time: 1754461484.715768,
  update_time: null,
  content,
  status: 'finished_successfully',
  end_turn: null,
  weight: 1,
  metadata: {},
  recipient: 'all',
  channel: null,
  ...more,
})
const spoken = (id: string, role: string, said: string) => messageOf(id, role, { content_type: 'text', parts: [said] })

/** A conversation in which each message follows the one before it. */
function exported(...messages: readonly { readonly id: string }[]): ImportedConversation {
  const nodes = messages.map((message, index) => ({
    id: message.id,
    message,
    parent: messages[index - 1]?.id ?? 'root',
    children: messages.slice(index + 1, index + 2).map(({ id }) => id),
  }))
  const root = { id: 'root', message: null, parent: null, children: [messages[0]?.id] }
  return importedValue([
    {
      title: 'Sources',
      create_time: 1754461480.5,
      update_time: 1754461490.5,
      mapping: Object.fromEntries([root, ...nodes].map((node) => [node.id, node])),
      moderation_results: [],
      current_node: messages.at(-1)?.id,
      conversation_id: 'c1',
      id: 'c1',
    },
  ])
}

const call = (id: string, recipient: string, said: string) =>
  messageOf(id, 'assistant', { content_type: 'code', language: 'unknown', response_format_name: null, text: said }, { recipient })
const resultOf = (name: string, content: object, metadata: object = {}) =>
  messageOf('r', 'tool', content, { author: { role: 'tool', name, metadata: {} }, metadata })
const withResult = (name: string, content: object, metadata?: object) =>
  exported(spoken('u', 'user', 'Look.'), call('c', name, 'look()'), resultOf(name, content, metadata), spoken('a', 'assistant', 'Done.'))
const toolTexts = (conversation: ImportedConversation) =>
  shownPath(conversation).flatMap(({ role, parts }) => (role === 'tool' ? parts.map(([, text]) => text) : []))

describe('the results of tools', () => {
  it('of a connector are the text in output_str', () => {
    // Sinity/polylogue, 2026, polylogue/sources/parsers/chatgpt.py: the text of `citable_code_output` is in `output_str`.
    const conversation = withResult('api_tool.list_resources', {
      content_type: 'citable_code_output',
      output_str: '{"resources":[]}',
      metadata: {},
    })
    expect(toolTexts(conversation)).toEqual(['{"resources":[]}'])
  })
  it('of a computer are the title and address of the page; its screenshot is counted as left out', () => {
    // The same parser, and exports of 2025 with ChatGPT's agent: `computer_output` has no parts.
    const conversation = withResult('computer.do', {
      content_type: 'computer_output',
      computer_id: '86',
      screenshot: {
        content_type: 'image_asset_pointer',
        asset_pointer: 'sediment://file_00000000a1dc61f9b1df0f5493eb18fa',
        size_bytes: 482840,
        width: 1024,
        height: 768,
        fovea: 768,
        metadata: null,
      },
      is_ephemeral: null,
      tether_id: 132879474804501,
      state: { type: 'browser_state', id: 'be6b313f', url: 'file:///home/oai/share/notes.txt', title: 'notes.txt', dom: null },
    })
    expect(toolTexts(conversation)).toEqual(['notes.txt\nfile:///home/oai/share/notes.txt'])
    expect(conversation.leftOut).toEqual({ ...nothing, images: 1 })
  })
  it('of Python count the charts that it drew as left out', () => {
    // pionxzh/chatgpt-exporter b6466b3, src/api.ts (`aggregate_result`) and src/exporter/markdown.ts.
    const drawn = { message_type: 'image', image_url: 'file-service://file-1', sender: 'server', time: 1754461484, width: 640, height: 480 }
    const conversation = withResult(
      'python',
      { content_type: 'execution_output', text: '<Figure size 640x480>' },
      { aggregate_result: { status: 'success', run_id: 'x', code: 'plot()', messages: [drawn, drawn], jupyter_messages: [] } },
    )
    expect(toolTexts(conversation)).toEqual(['<Figure size 640x480>'])
    expect(conversation.leftOut).toEqual({ ...nothing, images: 2 })
  })
  it('are marked as errors if they are system errors', () => {
    const conversation = withResult('browser', { content_type: 'system_error', name: 'tool_error', text: 'No page.' })
    expect(toolTexts(conversation)).toEqual(['No page.'])
    expect(conversation.messages.find(({ role }) => role === 'tool')?.parts).toMatchObject([{ isError: true }])
  })
  it('that quote a page or a file begin with its title and, for a page, its address', () => {
    // pionxzh/chatgpt-exporter b6466b3, src/api.ts (`tether_quote`).
    const quote = { content_type: 'tether_quote', title: 'Seoul weather', text: 'Mild.' }
    expect(toolTexts(withResult('browser', { ...quote, domain: 'example.org', url: 'https://example.org/seoul' }))).toEqual([
      'Seoul weather\nhttps://example.org/seoul\n\nMild.',
    ])
    expect(toolTexts(withResult('myfiles_browser', { ...quote, domain: 'a.pdf', url: 'file-id://file-1' }))).toEqual([
      'Seoul weather\n\nMild.',
    ])
  })
})

describe('an answer with markup in private-use characters', () => {
  const answer = (said: string) => shownPath(exported(spoken('u', 'user', 'Who?'), spoken('a', 'assistant', said))).at(-1)?.parts[0]?.[1]
  it('keeps the name of a person, a place or a thing', () => {
    // basketikun/chatgpt2api, test_output_sanitizer_preserves_annotated_entity_text; pionxzh/chatgpt-exporter, issue 259.
    expect(answer('Ask \ue200entity\ue202["people","René \\"Descartes\\"","philosopher"]\ue201 in \ue200entity\ue202Paris\ue201.')).toBe(
      'Ask René "Descartes" in Paris.',
    )
  })
  it('keeps the text of a link, and its address if it has one', () => {
    expect(
      answer('See \ue200url\ue202the page\ue202https://example.org/a\ue201 and \ue200url\ue202that one\ue202turn0search1\ue201.'),
    ).toBe('See [the page](https://example.org/a) and that one.')
  })
  it('that has no end is kept as text, and read in time that grows with its length', () => {
    const unended = `\ue200${'a'.repeat(100_000)}`
    expect(answer(unended)).toBe(unended)
  })
  it('loses its citations, because the export does not have their pages', () => {
    expect(answer('Paris\ue200cite\ue202turn0search1\ue202turn0search2\ue201.')).toBe('Paris.')
  })
})

it('custom instructions in the metadata of a message are counted as a system message', () => {
  // mitkury/chatgpt-export-parser 9eaa1d9, its page on the export's format: the parts are empty, the text is in the metadata.
  const instructions = messageOf(
    's',
    'system',
    { content_type: 'text', parts: [''] },
    {
      metadata: {
        is_user_system_message: true,
        user_context_message_data: { about_user_message: 'I am Ada.', about_model_message: 'Be brief.' },
      },
    },
  )
  const conversation = exported(instructions, spoken('u', 'user', 'Hello'), spoken('a', 'assistant', 'Hello, Ada.'))
  expect(conversation.leftOut).toEqual({ ...nothing, systemMessages: 1 })
  expect(conversation.systemPrompt).toBe('')
})
