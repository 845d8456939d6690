/** Chats as Open WebUI writes them. Each test names its source: a file of open-webui/open-webui at a commit, or an issue there. */
import { describe, expect, it } from 'vitest'
import type { ImportedConversation } from '../conversation/imported'
import { importedValue, nothing, shownPath } from '../testing/import-files'

const question = {
  id: 'u1',
  parentId: null,
  childrenIds: ['a1'],
  role: 'user',
  content: 'Which day is it?',
  timestamp: 1783620763,
  models: ['q'],
}
const answer = {
  id: 'a1',
  parentId: 'u1',
  childrenIds: [],
  role: 'assistant',
  model: 'q',
  modelName: 'Q',
  done: true,
  timestamp: 1783620765,
}

const exported = (messages: object, currentId = 'a1'): ImportedConversation =>
  importedValue([
    {
      id: 'c1',
      user_id: 'u',
      title: 'Days',
      chat: {
        id: 'c1',
        title: 'Days',
        models: ['q'],
        params: {},
        history: { messages, currentId },
        messages: [],
        timestamp: 1783620763000,
      },
      updated_at: 1783620765,
      created_at: 1783620763,
      meta: {},
    },
  ])
const answered = (fields: object): ImportedConversation => exported({ u1: question, a1: { ...answer, ...fields } })
const pathAfterQuestion = (conversation: ImportedConversation) => shownPath(conversation).slice(1)

describe('an answer of Open WebUI 0.10 and later', () => {
  // Issues 26436 and 26996: `content` is empty, and the answer is in `output`. The fields are those of
  // src/lib/components/chat/Messages/structuredOutput.ts, 0443ab3a.
  const output = [
    {
      type: 'reasoning',
      id: 'r_1',
      status: 'completed',
      content: [{ type: 'output_text', text: 'A tool knows.' }],
      summary: null,
      duration: 2,
    },
    { type: 'message', id: 'msg_1', status: 'completed', role: 'assistant', content: [{ type: 'output_text', text: 'Let me look.' }] },
    { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'today', arguments: '{"zone": "UTC"}', status: 'completed' },
    { type: 'function_call', id: 'fc_2', call_id: 'call_2', name: 'picture', arguments: '{}', status: 'completed' },
    { type: 'function_call_output', id: 'fco_1', call_id: 'call_1', output: [{ type: 'input_text', text: 'Thursday' }], files: null },
    {
      type: 'function_call_output',
      id: 'fco_2',
      call_id: 'call_2',
      output: [
        { type: 'input_text', text: 'A calendar' },
        { type: 'input_image', image_url: '/api/v1/files/1/content' },
      ],
      files: [{ type: 'image', url: '/api/v1/files/1/content' }],
    },
    // Issue 29244: an entry can be empty.
    null,
    { type: 'message', id: 'msg_2', status: 'completed', role: 'assistant', content: [{ type: 'output_text', text: 'It is Thursday.' }] },
  ]
  const path = [
    {
      role: 'assistant',
      parts: [
        ['reasoning', 'A tool knows.'],
        ['text', 'Let me look.'],
        ['tool-call', '{"zone": "UTC"}'],
        ['tool-call', '{}'],
      ],
    },
    {
      role: 'tool',
      parts: [
        ['tool-result', 'Thursday'],
        ['tool-result', 'A calendar'],
      ],
    },
    { role: 'assistant', parts: [['text', 'It is Thursday.']] },
  ]
  it('is read from its output if its content is empty', () => {
    const conversation = answered({ content: '', output })
    expect(pathAfterQuestion(conversation)).toEqual(path)
    expect(conversation.leftOut).toEqual({ ...nothing, images: 1 })
    expect(conversation.messages.find(({ role }) => role === 'tool')?.parts).toMatchObject([
      { id: 'call_1', name: 'today' },
      { id: 'call_2', name: 'picture' },
    ])
  })
  it('is read from its output if its content is only the visible text of the same answer', () => {
    // structuredOutput.test.ts, 2412cf34: content has the visible answer, output also has the reasoning.
    expect(pathAfterQuestion(answered({ content: 'Let me look.\nIt is Thursday.', output }))).toEqual(path)
  })
  it('keeps the text that the user changed', () => {
    expect(pathAfterQuestion(answered({ content: 'It is Friday.', output }))).toEqual([
      { role: 'assistant', parts: [['text', 'It is Friday.']] },
    ])
  })
  it('keeps code that the model ran, and searches that its provider made, as calls', () => {
    const conversation = answered({
      content: '',
      output: [
        { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'days' } },
        {
          type: 'open_webui:code_interpreter',
          id: 'ci_1',
          lang: 'python',
          code: 'print(2 + 2)',
          status: 'completed',
          output: { stdout: '4', stderr: '', result: null },
        },
        { type: 'message', content: [{ type: 'output_text', text: 'Four.' }] },
      ],
    })
    expect(pathAfterQuestion(conversation)).toEqual([
      {
        role: 'assistant',
        parts: [
          ['tool-call', '{"type":"search","query":"days"}'],
          ['tool-call', 'print(2 + 2)'],
        ],
      },
      { role: 'tool', parts: [['tool-result', '4']] },
      { role: 'assistant', parts: [['text', 'Four.']] },
    ])
  })
})

describe('the HTML in an answer', () => {
  it('holds the code that the model ran, and its output', () => {
    // backend/open_webui/utils/middleware.py, 000032ed, `serialize_content_blocks`.
    const content =
      'Let me count.\n<details type="code_interpreter" done="true" output="{&quot;stdout&quot;: &quot;4\\n&quot;, &quot;stderr&quot;: &quot;&quot;, &quot;result&quot;: &quot;&quot;}">\n<summary>Analyzed</summary>\n```python\nprint(2 < 3)\n```\n</details>\nFour.'
    expect(pathAfterQuestion(answered({ content }))).toEqual([
      {
        role: 'assistant',
        parts: [
          ['text', 'Let me count.'],
          ['tool-call', 'print(2 < 3)'],
        ],
      },
      { role: 'tool', parts: [['tool-result', '4\n']] },
      { role: 'assistant', parts: [['text', 'Four.']] },
    ])
  })
  it('has all calls of a round in one element in old versions', () => {
    // As in Beyond-the-Loop/beyond-the-loop, which is based on such a version: `serialize_content_blocks` in its middleware.py.
    const calls = [
      { index: 0, id: 'call_1', type: 'function', function: { name: 'today', arguments: '{"zone": "UTC"}' } },
      { index: 1, id: 'call_2', type: 'function', function: { name: 'week', arguments: '{}' } },
    ]
    const results = [
      { tool_call_id: 'call_1', content: 'Thursday' },
      { tool_call_id: 'call_2', content: '48' },
    ]
    const escaped = (value: unknown) => JSON.stringify(value).replaceAll('"', '&quot;')
    const content = `<details type="tool_calls" done="true" content="${escaped(calls)}" results="${escaped(results)}">\n<summary>Tool Executed</summary>\n\n> today: Thursday\n> week: 48\n</details>\nThursday.`
    const conversation = answered({ content })
    expect(pathAfterQuestion(conversation)).toEqual([
      {
        role: 'assistant',
        parts: [
          ['tool-call', '{"zone": "UTC"}'],
          ['tool-call', '{}'],
        ],
      },
      {
        role: 'tool',
        parts: [
          ['tool-result', 'Thursday'],
          ['tool-result', '48'],
        ],
      },
      { role: 'assistant', parts: [['text', 'Thursday.']] },
    ])
    expect(conversation.messages.find(({ role }) => role === 'tool')?.parts).toMatchObject([{ name: 'today' }, { name: 'week' }])
  })
  it('that has no end is kept as text, and read in time that grows with its length', () => {
    const content = 'So. <details type="reasoning">\n<summary>'.repeat(40_000)
    expect(pathAfterQuestion(answered({ content }))).toEqual([{ role: 'assistant', parts: [['text', content]] }])
  })
  it('names the images that a tool returned, which are counted as left out', () => {
    // middleware.py, 000032ed: `files` is JSON with a URL per file.
    const content =
      '<details type="tool_calls" done="true" id="c" name="draw" arguments="&quot;{}&quot;" result="&quot;ok&quot;" files="[{&quot;type&quot;: &quot;image&quot;, &quot;url&quot;: &quot;/f&quot;}]" embeds="&quot;&quot;">\n<summary>Tool Executed</summary>\n</details>\nDone.'
    expect(answered({ content }).leftOut).toEqual({ ...nothing, images: 1 })
  })
})

it('the answer that Open WebUI merged from the answers of several models becomes a separate branch', () => {
  // src/lib/components/chat/Chat.svelte, `mergeResponses`: the answer that was shown gets `merged`.
  const conversation = exported({
    u1: { ...question, childrenIds: ['a1', 'a2'], models: ['q', 'p'] },
    a1: { ...answer, content: 'Thursday.', merged: { status: true, content: 'Both say Thursday.' } },
    a2: { ...answer, id: 'a2', content: 'It is Thursday.' },
  })
  expect(conversation.messages.map(({ text, parentId }) => [text, parentId])).toEqual([
    ['Which day is it?', null],
    ['Thursday.', 'u1'],
    ['Both say Thursday.', 'u1'],
    ['It is Thursday.', 'u1'],
  ])
})

describe('a chat with a damaged message', () => {
  const later = [
    { id: 'u2', parentId: 'a1', childrenIds: ['a2'], role: 'user', content: 'And tomorrow?', timestamp: 1783620770 },
    { ...answer, id: 'a2', parentId: 'u2', content: 'Friday.' },
  ] as const
  it('is whole if the message has lost its ID, role and parent', () => {
    // Pull request 24799: only the fields of the completion are stored. The message's key is its ID, and its parent lists it as a child.
    const conversation = exported({ u1: question, a1: { content: 'Thursday.', done: true }, u2: later[0], a2: later[1] }, 'a2')
    expect(conversation.leftOut).toEqual(nothing)
    expect(shownPath(conversation).map(({ role, parts }) => [role, parts[0]?.[1]])).toEqual([
      ['user', 'Which day is it?'],
      ['assistant', 'Thursday.'],
      ['user', 'And tomorrow?'],
      ['assistant', 'Friday.'],
    ])
  })
  it('keeps the messages before one that cannot be read', () => {
    const conversation = exported({ u1: question, a1: { ...answer, role: 'robot', content: 'Bleep.' }, u2: later[0], a2: later[1] }, 'a2')
    expect(conversation.leftOut).toEqual({ ...nothing, unreadableMessages: 1 })
    expect(shownPath(conversation).map(({ parts }) => parts[0]?.[1])).toEqual(['Which day is it?', 'And tomorrow?', 'Friday.'])
  })
})
