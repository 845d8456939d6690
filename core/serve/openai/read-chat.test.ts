import { expect, it } from 'vitest'
import type { TemplateAbilities } from '../../contract/models/template-abilities'
import { partsOf } from '../../messages/parts-of'
import type { ServedClient } from '../served-request'
import { refusedField } from '../testing/refused-field'
import { readChat } from './read-chat'
import { readCompletion } from './read-completion'

const client: ServedClient = { dialect: 'openai', endpoint: '/v1/chat/completions', userAgent: 'test', keyName: null }
const abilities: TemplateAbilities = {
  systemRole: true,
  tools: true,
  toolCalls: true,
  parallelCalls: true,
  toolResults: true,
  reasoning: true,
  keepsReasoning: false,
  thinking: 'on',
  efforts: [],
}
const messages = [{ role: 'user', content: 'Hi' }]
const tool = { type: 'function', function: { name: 'look_up', parameters: { type: 'object' } } }
const allow = (mode: string, ...names: string[]) => ({
  type: 'allowed_tools',
  allowed_tools: { mode, tools: names.map((name) => ({ type: 'function', function: { name } })) },
})
const read = (fields: object, can: TemplateAbilities | null = abilities) => readChat({ messages, ...fields }, client, can)
const refused = (fields: object, can: TemplateAbilities | null = abilities) => refusedField(() => read(fields, can))

it('reads every field that the engine honors', () => {
  const { request, ...frame } = read({
    model: 'm',
    temperature: 0.5,
    top_p: 0.9,
    frequency_penalty: 1,
    presence_penalty: -1,
    seed: 7,
    stop: 'END',
    max_completion_tokens: 9,
    n: 2,
    logprobs: true,
    top_logprobs: 3,
    logit_bias: { 5: -100 },
    tools: [tool],
    tool_choice: { type: 'function', function: { name: 'look_up' } },
    parallel_tool_calls: false,
    reasoning_effort: 'none',
    stream: true,
    stream_options: { include_usage: true },
    user: 'ada',
  })
  expect(frame).toEqual({ isStreamed: true, includesUsage: true, includesProgress: false, timesTokens: false })
  expect(request).toMatchObject({ client: { user: 'ada' }, model: 'm', answers: 2, topLogprobs: 3 })
  expect(request.sampling).toEqual({
    temperature: 0.5,
    topP: 0.9,
    frequencyPenalty: 1,
    presencePenalty: -1,
    seed: 7,
    stopTexts: ['END'],
    maxTokens: 9,
    logitBias: [{ token: 5, bias: -100 }],
    toolChoice: { tool: 'look_up' },
    parallelCalls: false,
    thinking: 'off',
  })
})

it('binds the answer to the schema of response_format', () => {
  const schema = { type: 'object', properties: { age: { type: 'integer' } } }
  const grammar = { kind: 'json-schema', text: JSON.stringify(schema) }
  expect(read({ response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } }).request.sampling).toEqual({ grammar })
  expect(read({ response_format: { type: 'json_object' } }).request.sampling.grammar).toEqual({
    kind: 'json-schema',
    text: '{"type":"object"}',
  })
  expect(refused({ response_format: { type: 'json_object' }, grammar: 'root ::= "x"' })).toBe('response_format')
})

it('names the field that it refuses', () => {
  const fields: readonly [field: string, sent: object][] = [
    ['functions', { functions: [] }],
    ['audio', { audio: { voice: 'x' } }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['store', { store: true }],
    ['service_tier', { service_tier: 'flex' }],
    ['verbosity', { verbosity: 'low' }],
    ['web_search_options', { web_search_options: {} }],
    ['prediction', { prediction: { type: 'content', content: 'x' } }],
    ['temperature', { temperature: 'hot' }],
    ['top_logprobs', { top_logprobs: 2 }],
    ['stream_options', { stream_options: { include_usage: true } }],
    ['max_tokens', { max_tokens: 1, max_completion_tokens: 2 }],
    ['max_tokens', { max_tokens: 9, n_predict: 5 }],
    ['max_completion_tokens', { max_completion_tokens: 9, n_predict: 5 }],
    ['logit_bias', { logit_bias: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [at, 1])) }],
    ['messages', { messages: [] }],
    ['messages[0].content[0].type', { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:' } }] }] }],
    ['messages[0].tool_call_id', { messages: [{ role: 'tool', content: 'x', tool_call_id: 'c' }] }],
    ['tools[0].type', { tools: [{ type: 'custom', custom: { name: 'x' } }] }],
    ['tools[1].function.name', { tools: [tool, tool] }],
    ['tool_choice', { tool_choice: 'required' }],
    ['tool_choice.function.name', { tools: [tool], tool_choice: { type: 'function', function: { name: 'y' } } }],
    ['tool_choice', { tool_choice: allow('auto', 'look_up') }],
    ['tool_choice.allowed_tools.tools[1].function.name', { tools: [tool], tool_choice: allow('auto', 'look_up', 'y') }],
    ['tool_choice.allowed_tools.mode', { tools: [tool], tool_choice: allow('none', 'look_up') }],
    ['messages[0].name', { messages: [{ role: 'user', content: 'x', name: 'ada' }] }],
    ['surprise', { surprise: 1 }],
  ]
  expect(fields.map(([, sent]) => refused(sent))).toEqual(fields.map(([field]) => field))
})

it('refuses an effort that the model’s template cannot follow', () => {
  expect(refused({ reasoning_effort: 'high' }, { ...abilities, thinking: null })).toBe('reasoning_effort')
  expect(refused({ reasoning_effort: 'xhigh' }, { ...abilities, efforts: ['low', 'high'] })).toBe('reasoning_effort')
  const graded = read({ reasoning_effort: 'high' }, { ...abilities, efforts: ['low', 'high'] })
  expect(graded.request.sampling).toEqual({ thinking: 'on', reasoningEffort: 'high' })
  expect(refused({ chat_template_kwargs: { enable_thinking: true } }, null)).toBe('chat_template_kwargs.enable_thinking')
})

it('keeps calls, results and reasoning of earlier messages, and finds the name of the tool of a result', () => {
  const call = { id: 'c1', type: 'function', function: { name: 'look_up', arguments: '{"q":1}' } }
  const { request } = read({
    messages: [
      { role: 'developer', content: 'Be brief' },
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      { role: 'assistant', content: null, reasoning_content: 'Hm', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: 'none' },
    ],
    tools: [tool],
  })
  const { prompt } = request
  const parts = prompt.kind === 'chat' ? prompt.messages.map((message) => [message.role, ...partsOf(message).map(({ type }) => type)]) : []
  expect(parts).toEqual([
    ['system', 'text'],
    ['user', 'text'],
    ['assistant', 'reasoning', 'tool-call'],
    ['tool', 'tool-result'],
  ])
  expect(prompt.kind === 'chat' && prompt.messages[3]?.parts?.[0]).toMatchObject({ name: 'look_up', id: 'c1' })
})

it('leaves out the tools that are not allowed', () => {
  const other = { type: 'function', function: { name: 'write' } }
  for (const mode of ['auto', 'required']) {
    const { prompt, sampling } = read({ tools: [tool, other], tool_choice: allow(mode, 'write') }).request
    expect(prompt).toMatchObject({ tools: [{ name: 'write' }] })
    expect(sampling).toEqual({ toolChoice: mode })
  }
})

it('reads a refusal as the text of the message', () => {
  const texts = (message: object) => {
    const { prompt } = read({ messages: [{ role: 'user', content: 'Hi' }, { role: 'assistant', ...message }, ...messages] }).request
    return prompt.kind === 'chat' && prompt.messages[1]?.text
  }
  expect(texts({ content: null, refusal: 'I cannot.' })).toBe('I cannot.')
  expect(texts({ content: 'Hm.', refusal: 'I cannot.' })).toBe('Hm.\n\nI cannot.')
  expect(texts({ content: 'Hm.', refusal: null })).toBe('Hm.')
})

it('reads raw prompts as text, tokens, or lists of either, and refuses fields that the engine cannot honor', () => {
  const prompts = (prompt: unknown) => readCompletion({ prompt }, client).requests.map((request) => request.prompt)
  expect(prompts('a')).toEqual([{ kind: 'text', text: 'a' }])
  expect(prompts(['a', 'b'])).toHaveLength(2)
  expect(prompts([1, 2])).toEqual([{ kind: 'tokens', tokens: [1, 2] }])
  expect(prompts([[1], [2]])).toHaveLength(2)
  const json_object = { response_format: { type: 'json_object' } }
  const refusals = [
    { suffix: 'x' },
    { best_of: 3 },
    { logprobs: 9 },
    { n_predict: 5, max_tokens: 6 },
    { max_tokens: 0 },
    { max_tokens: 0, echo: true },
    { ...json_object, grammar: 'root ::= "x"' },
    { ...json_object, json_schema: {} },
    { grammar: 'root ::= "x"', json_schema: {} },
  ].map((fields) => refusedField(() => readCompletion({ prompt: 'a', ...fields }, client)))
  const limits = ['max_tokens', 'max_tokens', 'max_tokens']
  expect(refusals).toEqual(['suffix', 'best_of', 'logprobs', ...limits, 'response_format', 'response_format', 'grammar'])
  expect(readCompletion({ prompt: 'a', n_predict: 5 }, client).requests[0]?.sampling.maxTokens).toBe(5)
  const [scored] = readCompletion({ prompt: 'a', echo: true, logprobs: 2, cache_prompt: true }, client).requests
  expect(scored).toMatchObject({ topLogprobs: 2, promptLogprobs: 'with-answer', usesCache: false })
  expect(readCompletion({ prompt: 'a', echo: true, logprobs: 0, max_tokens: 0 }, client).requests[0]?.promptLogprobs).toBe('only')
})

it('takes llama-server’s fields', () => {
  const { request, timesTokens } = read({ n_predict: 5, max_tokens: 5, cache_prompt: false, timings_per_token: true, id_slot: 1 })
  expect(readCompletion({ prompt: 'a', id_slot: 0 }, client).requests[0]?.slot).toBe(0)
  expect(request).toMatchObject({ usesCache: false, slot: 1, sampling: { maxTokens: 5 } })
  expect(timesTokens).toBe(true)
  expect(read({ t_max_predict_ms: 9, dry_penalty_last_n: -1 }).request).toMatchObject({
    mostPredictMs: 9,
    sampling: { dryLastTokens: null },
  })
})

it('takes fields of llama-server that the engine cannot honor only with values that change nothing', () => {
  const off = { mirostat: 0, typical_p: 1, lora: [], n_keep: -1, samplers: [] }
  expect(read({ ...off, reasoning_format: 'auto' }).request.answers).toBe(1)
  expect(readCompletion({ prompt: 'a', ...off }, client).answers).toBe(1)
  for (const fields of [{ mirostat: 2 }, { typical_p: 0.9 }, { lora: [{ id: 0, scale: 1 }] }, { n_keep: 5 }, { samplers: ['top_k'] }]) {
    const [field] = Object.keys(fields)
    expect([refused(fields), refusedField(() => readCompletion({ prompt: 'a', ...fields }, client))]).toEqual([field, field])
  }
  expect(refused({ reasoning_format: 'none' })).toBe('reasoning_format')
})

it('begins an answer or continues the last message, as its role says', () => {
  const last = { role: 'assistant', content: 'Hello' }
  expect(read({ messages: [...messages, last], continue_final_message: true, add_generation_prompt: false }).request.answers).toBe(1)
  expect(refused({ messages: [...messages, last], continue_final_message: true, add_generation_prompt: true })).toBe(
    'continue_final_message',
  )
  expect(refused({ continue_final_message: true })).toBe('continue_final_message')
  expect(refused({ add_generation_prompt: false })).toBe('add_generation_prompt')
  expect(refused({ messages: [...messages, last, last] })).toBe('messages[2].role')
})
