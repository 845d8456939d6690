import { describe, expect, it } from 'vitest'
import { madeClient } from '../testing/made-events'
import { refusedField } from '../testing/refused-field'
import { readCount, readMessages } from './read-request'

const minimal = { model: 'pocket', max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] }
const read = (more: object) => readMessages({ ...minimal, ...more }, madeClient)
const promptIn = (more: object) => {
  const { prompt } = read(more).request
  if (prompt.kind !== 'chat') throw new Error('Not a chat')
  return prompt
}
const refused = (more: object) => refusedField(() => read(more))
const weather = { name: 'weather', description: 'Of a city', input_schema: { type: 'object', properties: { city: { type: 'string' } } } }

/** The fields that Claude Code 2.1.332 sent to Headroom. */
const claudeCode = {
  model: 'pocket',
  max_tokens: 32_000,
  stream: true,
  temperature: 1,
  system: [
    { type: 'text', text: 'x-anthropic-billing-header: cc_version=2.1; cch=a5145;' },
    { type: 'text', text: 'You are Claude Code.', cache_control: { type: 'ephemeral', ttl: '1h', scope: 'global' } },
  ],
  tools: [
    { ...weather, cache_control: { type: 'ephemeral' }, eager_input_streaming: true },
    { name: 'DeferredToolPlaceholder', description: 'x', input_schema: { type: 'object' }, defer_loading: true },
  ],
  thinking: { type: 'adaptive', display: 'omitted' },
  output_config: { effort: 'high' },
  metadata: { user_id: 'user_1' },
  context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: '<system-reminder>x</system-reminder>' },
        { type: 'text', text: 'Is it raining?' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: '', signature: 'headroom-text:I ask.' },
        { type: 'text', text: 'One moment.' },
        { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'Rain' }], is_error: false },
        { type: 'text', text: 'Go on', cache_control: { type: 'ephemeral' } },
      ],
    },
    { role: 'system', content: [{ type: 'text', text: '# Environment', cache_control: { type: 'ephemeral' } }] },
  ],
}

describe('a request for /v1/messages', () => {
  it('becomes a chat whose parts are texts, reasoning, calls and results', () => {
    const { messages, tools } = promptIn(claudeCode)
    expect(messages.map(({ role, text }) => [role, text])).toEqual([
      ['system', 'x-anthropic-billing-header: cc_version=2.1; cch=a5145;\nYou are Claude Code.'],
      ['user', '<system-reminder>x</system-reminder>\nIs it raining?'],
      ['assistant', 'I ask.One moment.{"city":"Oslo"}'],
      ['tool', 'Rain'],
      ['user', 'Go on'],
      ['user', '<system-reminder>\n# Environment\n</system-reminder>'],
    ])
    expect(messages[2]?.parts?.map(({ type }) => type)).toEqual(['reasoning', 'text', 'tool-call'])
    expect(messages[3]?.parts).toEqual([{ type: 'tool-result', from: 0, to: 4, id: 'toolu_1', name: 'weather', isError: false }])
    expect(tools).toEqual([{ name: 'weather', description: 'Of a city', parameters: weather.input_schema }])
  })

  it('says in the text of a result that it is an error, because chat templates know no such field', () => {
    const withResult = (result: object) => {
      const [asked, called] = claudeCode.messages
      const content = [{ type: 'tool_result', tool_use_id: 'toolu_1', ...result }]
      const { messages } = promptIn({ ...claudeCode, messages: [asked, called, { role: 'user', content }] })
      return messages.at(-1)
    }
    const failed = withResult({ content: 'No such city', is_error: true })
    expect(failed?.text).toBe('Error: No such city')
    expect(failed?.parts).toEqual([{ type: 'tool-result', from: 0, to: 19, id: 'toolu_1', name: 'weather', isError: true }])
    expect(withResult({ is_error: true })?.text).toBe('Error: ')
    expect(withResult({ content: 'No such city' })?.text).toBe('No such city')
  })

  it('takes over sampling, thinking, tools and the user', () => {
    const { request, stream } = read(claudeCode)
    expect(stream).toBe(true)
    expect(request.client.user).toBe('user_1')
    expect(request.pinned).toBe(true)
    expect(request.sampling).toEqual({ maxTokens: 32_000, temperature: 1, reasoningEffort: 'high' })
    const forced = read({
      tools: [weather],
      tool_choice: { type: 'tool', name: 'weather', disable_parallel_tool_use: true },
      thinking: { type: 'enabled', budget_tokens: 1024, display: 'omitted' },
      stop_sequences: ['###'],
      top_k: 5,
      top_p: 0.5,
      output_config: { format: { type: 'json_schema', schema: { type: 'object' } } },
    })
    expect(forced.omitsThinking).toBe(true)
    expect(forced.request.pinned).toBe(false)
    expect(forced.request.sampling).toEqual({
      maxTokens: 100,
      topK: 5,
      topP: 0.5,
      stopTexts: ['###'],
      thinking: 'on',
      reasoningBudgetTokens: 1024,
      toolChoice: { tool: 'weather' },
      parallelCalls: false,
      grammar: { kind: 'json-schema', text: '{"type":"object"}' },
    })
    expect(read({ thinking: { type: 'disabled' } }).request.sampling.thinking).toBe('off')
    expect(read({ tools: [weather], tool_choice: { type: 'any' } }).request.sampling.toolChoice).toBe('required')
  })

  it('is refused with the path of the field that the engine cannot honor', () => {
    const block = (content: unknown) => ({ messages: [{ role: 'user', content: [content] }] })
    expect(refused({ container: 'x' })).toBe('container')
    expect(refused({ mcp_servers: [{ type: 'url' }] })).toBe('mcp_servers')
    expect(refused({ speed: 'fast' })).toBe('speed')
    expect(refused({ context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] } })).toBe('context_management')
    expect(refused({ tools: [{ type: 'web_search_20250305', name: 'web_search' }] })).toBe('tools[0].type')
    expect(refused({ tools: [{ ...weather, allowed_callers: ['code_execution_20250825'] }] })).toBe('tools[0].allowed_callers')
    expect(refused({ tools: [weather, { ...weather, description: 'Of a country' }] })).toBe('tools[1].name')
    expect(refused(block({ type: 'image', source: {} }))).toBe('messages[0].content[0].type')
    expect(refused(block({ type: 'document', source: { type: 'base64' } }))).toBe('messages[0].content[0].source.type')
    expect(refused(block({ type: 'tool_result', tool_use_id: 'gone' }))).toBe('messages[0].content[0].tool_use_id')
    expect(refused({ temperature: 'warm' })).toBe('temperature')
    expect(refused({ max_tokens: undefined })).toBe('max_tokens')
    expect(refused({ max_token: 5 })).toBe('max_token')
    expect(refused({ tool_choice: { type: 'any' } })).toBe('tool_choice')
    expect(refused({ tools: [weather], tool_choice: { type: 'tool', name: 'x' } })).toBe('tool_choice.name')
    expect(refused({ output_config: { format: { type: 'json_schema', schema: { const: 'x'.repeat(70_000) } } } })).toBe(
      'output_config.format.schema',
    )
  })

  it('may contain fields whose value describes what the engine does anyway', () => {
    expect(
      refused({
        container: null,
        mcp_servers: [],
        speed: 'standard',
        service_tier: 'auto',
        tools: [{ ...weather, allowed_callers: ['direct'] }],
      }),
    ).toBeUndefined()
  })

  it('has a deferred tool only after a tool result refers to it', () => {
    const tools = [
      { name: 'search', input_schema: { type: 'object' } },
      { ...weather, defer_loading: true },
    ]
    expect(promptIn({ tools }).tools.map(({ name }) => name)).toEqual(['search'])
    const found = [
      ...minimal.messages,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'search', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'tool_reference', tool_name: 'weather' }] }] },
    ]
    const { tools: known, messages } = promptIn({ tools, messages: found })
    expect(known.map(({ name }) => name)).toEqual(['search', 'weather'])
    expect(messages.at(-1)?.text).toBe('The tool weather is available.')
  })

  it('gets reasoning back from the signature of a block whose text was left out', () => {
    const thinking = { type: 'thinking', thinking: '', signature: 'headroom-text:I ask.' }
    const { messages } = promptIn({
      messages: [...minimal.messages, { role: 'assistant', content: [thinking, { type: 'text', text: 'Hi' }] }],
    })
    expect(messages[1]).toMatchObject({ text: 'I ask.Hi', parts: [{ type: 'reasoning' }, { type: 'text' }] })
  })

  it('turns a later system message into a reminder from the user, because many templates accept one only at the start', () => {
    const messages = [{ role: 'system', content: 'A' }, ...minimal.messages, { role: 'system', content: [{ type: 'text', text: 'B' }] }]
    expect(promptIn({ messages }).messages.map(({ role, text }) => [role, text])).toEqual([
      ['system', 'A'],
      ['user', 'Hello'],
      ['user', '<system-reminder>\nB\n</system-reminder>'],
    ])
  })

  it('needs no limit if only its tokens are counted', () => {
    expect(readCount({ model: 'pocket', messages: minimal.messages, system: 'Be kind' }).prompt.messages).toHaveLength(2)
    expect(refusedField(() => readCount({ ...minimal }))).toBe('max_tokens')
  })

  it('may contain a document as text, which gets a frame', () => {
    const content = [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Cells' }, title: 'notes.txt' }]
    expect(promptIn({ messages: [{ role: 'user', content }] }).messages[0]?.text).toBe('<document name="notes.txt">\nCells\n</document>')
  })
})
