import { describe, expect, it } from 'vitest'
import { coded } from '../../contract/errors/coded-error'
import { seededRandom } from '../../stats/seeded-random'
import { refusalOf } from '../refusal'
import type { ServedEvent } from '../served-event'
import { madeAbilities, madeClient, madeEvents, randomEvents } from '../testing/made-events'
import { refusedField } from '../testing/refused-field'
import { ResponseBuilder } from './answer'
import { readResponses } from './read-request'
import { responsesRefused } from './refused'
import type { ResponsesRequest } from './request-schema'
import { asInput, ResponseStore } from './response-store'

const store = () => new ResponseStore()
const read = (more: object, kept = store()) => readResponses({ model: 'pocket', input: 'Hello', ...more }, madeClient, kept, madeAbilities)
const refused = (more: object, kept = store()) => refusedField(() => read(more, kept))
const messagesIn = (more: object, kept = store()) => {
  const { prompt } = read(more, kept).request
  return prompt.kind === 'chat' ? prompt.messages : []
}
const texts = (more: object, kept = store()) => messagesIn(more, kept).map(({ role, text }) => [role, text])

const builderOf = (sent: Partial<ResponsesRequest> = {}) =>
  new ResponseBuilder({ sent: { input: 'x', ...sent }, model: 'pocket', createdAt: 5, id: 'a' }, () => 9000)
// biome-ignore lint/suspicious/noExplicitAny: events are read as any client does
type Any = any
const built = (events: readonly ServedEvent[], sent: Partial<ResponsesRequest> = {}) => {
  const builder = builderOf(sent)
  const stream = events.flatMap((event): Any[] => builder.push(event))
  return { stream, body: builder.body as Any, items: builder.items as Any[] }
}

const rain = madeEvents([{ reasoning: 'I ask.' }, { text: 'One moment.' }, { call: 'rain', pieces: ['{"city":', '"Oslo"}'] }])

describe('a request for /v1/responses', () => {
  it('has instructions and items, and items of the assistant in a row are one answer', () => {
    const input = [
      { role: 'developer', content: 'Be kind' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Rain?' }] },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'headroom-text:I ask.' },
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'One moment.', annotations: [] }],
      },
      { type: 'function_call', call_id: 'c1', name: 'rain', arguments: '{"city":"Oslo"}' },
      { type: 'function_call_output', call_id: 'c1', output: 'None' },
    ]
    expect(texts({ instructions: 'Answer', input })).toEqual([
      ['system', 'Answer'],
      ['system', 'Be kind'],
      ['user', 'Rain?'],
      ['assistant', 'I ask.One moment.{"city":"Oslo"}'],
      ['tool', 'None'],
    ])
  })

  it('takes over sampling, format, effort and tools', () => {
    const tools = [{ type: 'function', name: 'rain', description: 'x', parameters: { type: 'object' }, strict: true }]
    const { request } = read({
      tools,
      tool_choice: { type: 'function', name: 'rain' },
      parallel_tool_calls: false,
      max_output_tokens: 9,
      temperature: 0,
      top_p: 1,
      top_logprobs: 2,
      include: ['message.output_text.logprobs', 'reasoning.encrypted_content'],
      reasoning: { effort: 'low', summary: 'auto' },
      text: { format: { type: 'json_schema', name: 'x', schema: { type: 'object' } }, verbosity: 'medium' },
      user: 'me',
    })
    expect(request).toMatchObject({
      topLogprobs: 2,
      client: { user: 'me' },
      sampling: {
        maxTokens: 9,
        temperature: 0,
        topP: 1,
        toolChoice: { tool: 'rain' },
        parallelCalls: false,
        thinking: 'on',
        reasoningEffort: 'low',
        grammar: { kind: 'json-schema', text: '{"type":"object"}' },
      },
    })
    expect(read({ reasoning: { effort: 'none' } }).request.sampling).toEqual({ thinking: 'off' })
  })

  const agents = {
    type: 'namespace',
    name: 'agents',
    description: 'Sub-agents',
    tools: [{ type: 'function', name: 'wait', parameters: null }],
  }
  it('has the tools of namespaces, whose calls name the namespace', () => {
    const tools = [{ type: 'function', name: 'wait' }, agents]
    const input = [
      { role: 'user', content: 'Go' },
      { type: 'function_call', call_id: 'c1', name: 'wait', namespace: 'agents', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: 'Done' },
    ]
    const { request } = read({ tools, input, tool_choice: { type: 'function', name: 'wait', namespace: 'agents' } })
    expect(request.prompt).toMatchObject({ tools: [{ name: 'wait' }, { name: 'agents__wait' }] })
    expect(request.sampling.toolChoice).toEqual({ tool: 'agents__wait' })
    expect(JSON.stringify(request.prompt)).toContain('"name":"agents__wait"')
    const { body } = built(madeEvents([{ call: 'agents__wait', pieces: ['{}'] }]), { tools: [agents] as never })
    expect(body.output[0]).toMatchObject({ type: 'function_call', name: 'wait', namespace: 'agents' })
    const long = { ...agents, name: 'n'.repeat(126) }
    expect(refused({ tools: [long] })).toBe('tools[0].tools[0].name')
    expect(refused({ tools: [...tools, { type: 'function', name: 'wait' }] })).toBe('tools[2].name')
    expect(refused({ tools: [{ type: 'function', name: 'agents__wait' }, agents] })).toBe('tools[1].tools[0].name')
    expect(refused({ tools: Array.from({ length: 200 }, () => ({ ...agents, tools: [...agents.tools, ...agents.tools] })) })).toBe('tools')
  })

  const patch = { type: 'custom', name: 'patch', description: 'Changes files' } as const
  it('has custom tools, which take a text', () => {
    const input = [
      { role: 'user', content: 'Go' },
      { type: 'custom_tool_call', call_id: 'c1', name: 'patch', input: '- "a"\n+ b' },
      { type: 'custom_tool_call_output', call_id: 'c1', output: 'Done' },
    ]
    const { request } = read({ tools: [{ ...patch, format: { type: 'text' } }], input, tool_choice: { type: 'custom', name: 'patch' } })
    expect(request.prompt).toMatchObject({
      tools: [{ name: 'patch', description: 'Changes files', parameters: { properties: { input: { type: 'string' } } } }],
    })
    expect(request.sampling.toolChoice).toEqual({ tool: 'patch' })
    expect(texts({ tools: [patch], input })).toEqual([
      ['user', 'Go'],
      ['assistant', '{"input":"- \\"a\\"\\n+ b"}'],
      ['tool', 'Done'],
    ])
    const { stream, body, items } = built(madeEvents([{ call: 'patch', pieces: ['{"input": "- \\', '"a\\"\\n+ b"}'] }]), { tools: [patch] })
    expect(body.output).toEqual([
      { type: 'custom_tool_call', id: 'ctc_a0', call_id: 'call-0', name: 'patch', input: '- "a"\n+ b', status: 'completed' },
    ])
    expect(asInput(items)).toEqual(items)
    const custom = stream.filter(({ type }) => type.startsWith('response.custom_tool_call_input'))
    expect(custom.map(({ type, delta, input: whole }) => [type, delta ?? whole])).toEqual([
      ['response.custom_tool_call_input.delta', '- "a"\n+ b'],
      ['response.custom_tool_call_input.done', '- "a"\n+ b'],
    ])
    expect(stream.find(({ type }) => type === 'response.output_item.added').item).toMatchObject({ type: 'custom_tool_call', input: '' })
    const cut = madeEvents([{ call: 'patch', pieces: ['{"input": "- \\'] }], { stopReason: 'token-limit' })
    expect(built(cut, { tools: [patch] }).body.output[0]).toMatchObject({ input: '- ', status: 'incomplete' })
  })

  it('is refused with the path of the field that the engine cannot honor', () => {
    expect(refused({ background: true })).toBe('background')
    expect(refused({ tools: [{ ...patch, format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' } }] })).toBe(
      'tools[0].format.type',
    )
    expect(refused({ tools: [patch], tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [patch] } })).toBe('tool_choice.type')
    expect(refused({ tools: [patch], tool_choice: { type: 'custom', name: 'other' } })).toBe('tool_choice.name')
    expect(refused({ text: { verbosity: 'low' } })).toBe('text.verbosity')
    expect(refused({ reasoning: { summary: 'detailed' } })).toBe('reasoning.summary')
    expect(refused({ truncation: 'auto' })).toBe('truncation')
    expect(refused({ conversation: 'conv_1' })).toBe('conversation')
    expect(refused({ tools: [{ type: 'web_search' }] })).toBe('tools[0].type')
    expect(refused({ input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'x' }] }] })).toBe('input[0].content[0].type')
    expect(refused({ input: [{ type: 'function_call_output', call_id: 'gone', output: 'x' }] })).toBe('input[0].call_id')
    expect(refused({ input: [{ type: 'item_reference', id: 'gone' }] })).toBe('input[0].id')
    expect(refused({ include: ['file_search_call.results'] })).toBe('include[0]')
    expect(refused({ warmth: 1 })).toBe('warmth')
    expect(refused({ stream_options: { include_obfuscation: false } })).toBe('stream_options')
    expect(refused({ tool_choice: 'required' })).toBe('tool_choice')
  })
})

describe('a response', () => {
  it('is built from events with consecutive numbers that open and close every item', () => {
    const { stream, body } = built(rain)
    expect(stream.map(({ sequence_number }) => sequence_number)).toEqual(stream.map((_, index) => index))
    expect(stream.map(({ type }) => type.replace('response.', ''))).toEqual([
      'created',
      'in_progress',
      'in_progress',
      'output_item.added',
      'content_part.added',
      'reasoning_text.delta',
      'reasoning_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'completed',
    ])
    expect(body).toMatchObject({
      id: 'resp_a',
      status: 'completed',
      output: [
        { type: 'reasoning', id: 'rs_a0', content: [{ type: 'reasoning_text', text: 'I ask.' }], summary: [] },
        { type: 'message', id: 'msg_a1', status: 'completed', content: [{ type: 'output_text', text: 'One moment.' }] },
        { type: 'function_call', id: 'fc_a2', call_id: 'call-0', name: 'rain', arguments: '{"city":"Oslo"}', status: 'completed' },
      ],
      usage: { input_tokens: 40, input_tokens_details: { cached_tokens: 30 }, output_tokens: 5, total_tokens: 45 },
    })
    expect(stream.at(-1).response).toEqual(body)
  })

  it('consists of the items that its events close, for any answer', () => {
    for (let seed = 0; seed < 100; seed++) {
      const { stream, body } = built(randomEvents(seededRandom(seed)))
      expect(stream.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => ({ ...item, status: 0 }))).toEqual(
        body.output.map((item: object) => ({ ...item, status: 0 })),
      )
      const deltas = (type: string) =>
        stream
          .filter((event) => event.type === type)
          .map(({ delta }) => delta)
          .join('')
      const text = body.output
        .flatMap(({ type, content }: Any) => (type === 'message' ? content.map((part: Any) => part.text) : []))
        .join('')
      expect(deltas('response.output_text.delta')).toBe(text)
    }
  })

  it('is incomplete if the limit ended it', () => {
    const { body, stream } = built(madeEvents([{ text: 'x' }], { stopReason: 'token-limit' }))
    expect(body).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ status: 'incomplete' }],
    })
    expect(stream.at(-1).type).toBe('response.incomplete')
  })

  it('ends with response.failed if the engine fails after it began', () => {
    const builder = builderOf()
    builder.push(madeEvents([])[0] as ServedEvent)
    const [event] = builder.failed(refusalOf(coded('system-error', { quoted: 'x' } as never).failure)) as Any[]
    expect(event).toMatchObject({
      type: 'response.failed',
      sequence_number: 2,
      response: { status: 'failed', error: { code: 'server_error' } },
    })
  })
})

describe('errors of /v1/responses', () => {
  it('have the code that makes agents compact the conversation if the prompt is too long', () => {
    const refusal = refusalOf(coded('prompt-too-long', { promptTokens: 9000, contextTokens: 4096 }).failure)
    expect(responsesRefused(refusal).error).toEqual({
      message: refusal.message,
      type: 'exceed_context_size_error',
      param: null,
      code: 'context_length_exceeded',
      n_prompt_tokens: 9000,
      n_ctx: 4096,
    })
  })
})
