import { describe, expect, it } from 'vitest'
import { coded } from '../../contract/errors/coded-error'
import type { TemplateAbilities } from '../../contract/models/template-abilities'
import { seededRandom } from '../../stats/seeded-random'
import { refusalOf } from '../refusal'
import type { ServedEvent } from '../served-event'
import { madeAbilities, madeClient, madeEvents, randomEvents } from '../testing/made-events'
import { refusedField } from '../testing/refused-field'
import { OllamaStream, ollamaAnswer } from './answer'
import { readEmbed, readOldEmbed } from './embed'
import { readChat, readGenerate } from './read-request'
import { ollamaRefused } from './refused'

const minimal = { model: 'pocket:latest', messages: [{ role: 'user', content: 'Hello' }] }
const facts =
  (abilities: TemplateAbilities | null = madeAbilities) =>
  () => ({ contextTokens: 4096, abilities })
const read = (more: object) => readChat({ ...minimal, ...more }, madeClient, facts())
const refused = (more: object) => refusedField(() => read(more))
const generate = (more: object) => readGenerate({ model: 'pocket', prompt: 'Once', ...more }, madeClient, facts())

describe('a request for /api/chat', () => {
  it('becomes a chat in which each result belongs to its call', () => {
    const call = (name: string) => ({ function: { name, arguments: { city: name } } })
    const { request, stream, model } = read({
      tools: [{ type: 'function', function: { name: 'rain', description: '', parameters: { type: 'object' } } }],
      messages: [
        { role: 'system', content: 'Be kind' },
        { role: 'user', content: 'Rain?' },
        { role: 'assistant', content: '', thinking: 'I ask.', tool_calls: [call('rain'), call('wind')] },
        { role: 'tool', tool_name: 'wind', content: 'Strong' },
        { role: 'tool', content: 'None' },
      ],
    })
    expect([stream, model]).toEqual([true, 'pocket'])
    const { prompt } = request ?? {}
    expect(
      prompt?.kind === 'chat' &&
        prompt.messages.map(({ role, parts }) => [role, parts?.map((part) => ('id' in part ? part.id : part.type))]),
    ).toEqual([
      ['system', undefined],
      ['user', undefined],
      ['assistant', ['reasoning', 'call_0', 'call_1']],
      ['tool', ['call_1']],
      ['tool', ['call_0']],
    ])
  })

  it('takes over options, thinking and format', () => {
    const options = {
      num_ctx: 2048,
      num_predict: -1,
      seed: 7,
      temperature: 0,
      top_k: 1,
      top_p: 0.5,
      min_p: 0,
      repeat_penalty: 1.1,
      repeat_last_n: 64,
      presence_penalty: 0.5,
      frequency_penalty: 0.5,
      stop: ['###'],
      mirostat: 0,
    }
    expect(read({ options, think: 'low', format: 'json', logprobs: true, top_logprobs: 3 }).request).toMatchObject({
      topLogprobs: 3,
      contextTokens: 2048,
      sampling: {
        maxTokens: null,
        seed: 7,
        temperature: 0,
        topK: 1,
        topP: 0.5,
        minP: 0,
        repeatPenalty: 1.1,
        repeatPenaltyTokens: 64,
        presencePenalty: 0.5,
        frequencyPenalty: 0.5,
        stopTexts: ['###'],
        thinking: 'on',
        reasoningEffort: 'low',
        grammar: { kind: 'json-schema', text: '{"type":"object"}' },
      },
    })
    expect(read({ options: { stop: '###', seed: -1, num_predict: null } }).request?.sampling).toEqual({ stopTexts: ['###'], seed: null })
    expect(read({ think: false }).request?.sampling).toEqual({ thinking: 'off' })
  })

  it('has a smaller context than the server if num_ctx says so', () => {
    const contextOf = (options: object) => read({ options }).request?.contextTokens
    expect([512, 4096, null].map((num_ctx) => contextOf({ num_ctx }))).toEqual([512, 4096, undefined])
    expect(generate({ options: { num_ctx: 512 } }).request?.contextTokens).toBe(512)
    const asked = { model: 'pocket', input: 'a', prompt: 'a', options: { num_ctx: 512 } }
    const { prompt, ...embed } = asked
    expect(readEmbed(embed, () => 4096).contextTokens).toBe(512)
    expect(readOldEmbed({ model: 'pocket', prompt, options: asked.options }, () => 4096).contextTokens).toBe(512)
  })

  it('is refused with the path of the field that the engine cannot honor', () => {
    expect(refused({ options: { num_ctx: 8192 } })).toBe('options.num_ctx')
    expect(refused({ options: { mirostat: 2 } })).toBe('options.mirostat')
    expect(refused({ options: { num_gpu: 99 } })).toBe('options.num_gpu')
    expect(refused({ options: { warmth: 1 } })).toBe('options.warmth')
    expect(refused({ truncate: true })).toBe('truncate')
    expect(refused({ keep_alive: 0 })).toBe('keep_alive')
    for (const keep_alive of ['abc', '', '5 m', '5x', '0s', '0h0m', '0.0', -0]) expect(refused({ keep_alive })).toBe('keep_alive')
    expect(refused({ top_logprobs: 3 })).toBe('top_logprobs')
    const tool = { type: 'function', function: { name: 'rain' } }
    expect(refused({ tools: [tool, tool] })).toBe('tools[1].function.name')
    expect(refused({ messages: [{ role: 'user', content: 'x', images: ['aGk='] }] })).toBe('messages[0].images[0]')
    for (const keep_alive of [-1, 300, 0.5, '5m', '-1', '-1m', '1h30m', '1.5h', '100ms', null])
      expect(refused({ keep_alive, truncate: false, options: null })).toBeUndefined()
  })

  it('is refused if it asks for thinking that the template cannot switch on or off', () => {
    const field = (think: unknown, abilities: TemplateAbilities | null) =>
      refusedField(() => readChat({ ...minimal, think }, madeClient, facts(abilities)))
    expect(field(true, null)).toBe('think')
    expect(field(false, null)).toBeUndefined()
    expect(field('medium', madeAbilities)).toBe('think')
    expect(field('medium', { ...madeAbilities, efforts: [] })).toBeUndefined()
    expect(field(false, { ...madeAbilities, thinking: null })).toBe('think')
    expect(field(true, { ...madeAbilities, thinking: null })).toBeUndefined()
  })

  it('only asks that the model is loaded if it has no messages', () => {
    expect(read({ messages: [] }).request).toBeNull()
    expect(generate({ prompt: '' }).request).toBeNull()
  })
})

describe('a request for /api/generate', () => {
  it('is a chat, or the text itself if it is raw', () => {
    const chat = generate({ system: 'Be kind' }).request?.prompt
    expect(chat?.kind === 'chat' && chat.messages.map(({ text }) => text)).toEqual(['Be kind', 'Once'])
    expect(generate({ raw: true }).request?.prompt).toEqual({ kind: 'text', text: 'Once' })
  })

  it('is refused if it has a suffix, a template, images or a context, and the error names the field', () => {
    for (const [field, value] of Object.entries({ suffix: 'x', template: '{{ .Prompt }}', images: ['x'], context: [1] }))
      expect(refusedField(() => generate({ [field]: value }))).toBe(field)
    expect(refusedField(() => generate({ raw: true, system: 'x' }))).toBe('system')
  })
})

const at = new Date(0)
const options = { endpoint: 'chat', model: 'pocket' } as const
// biome-ignore lint/suspicious/noExplicitAny: lines are read as any client does
type Any = any
const streamed = (events: readonly ServedEvent[], endpoint: 'chat' | 'generate' = 'chat'): Any[] => {
  const stream = new OllamaStream({ ...options, endpoint }, () => at)
  return events.flatMap((event) => stream.push(event))
}

describe('Ollama’s lines', () => {
  it('have the text, whole calls, and at the end the cached tokens and times in nanoseconds', () => {
    const token = { id: 5, text: 'Hi', logprob: -0.5, top: [{ id: 5, text: 'Hi', logprob: -0.5 }] }
    const events = madeEvents(
      [{ reasoning: 'Hm' }, { text: 'Hi' }, { call: 'rain', pieces: ['{"city":', '"Oslo"}'] }],
      { stopReason: 'token-limit' },
      [token],
    )
    const lines = streamed(events)
    expect(lines.map(({ message }) => message)).toEqual([
      { role: 'assistant', content: '', thinking: 'Hm' },
      { role: 'assistant', content: 'Hi' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'call-0', function: { index: 0, name: 'rain', arguments: { city: 'Oslo' } } }] },
      { role: 'assistant', content: '' },
    ])
    expect(lines[0].logprobs).toEqual([
      { token: 'Hi', logprob: -0.5, bytes: [72, 105], top_logprobs: [{ token: 'Hi', logprob: -0.5, bytes: [72, 105] }] },
    ])
    expect(lines.at(-1)).toEqual({
      model: 'pocket',
      created_at: '1970-01-01T00:00:00.000Z',
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: 'length',
      total_duration: 60_000_000,
      load_duration: 0,
      prompt_eval_count: 40,
      prompt_eval_cached_count: 30,
      prompt_eval_duration: 15_000_000,
      eval_count: 5,
      eval_duration: 40_000_000,
    })
    expect(streamed(madeEvents([{ text: 'Hi' }]), 'generate')[0]).toMatchObject({ response: 'Hi', done: false })
  })

  it('add up to the answer without a stream, for any answer', () => {
    for (let seed = 0; seed < 100; seed++) {
      const events = randomEvents(seededRandom(seed))
      const lines = streamed(events)
      const all = (field: string) => lines.map(({ message }) => message[field] ?? '').join('')
      const whole = ollamaAnswer(events, options, at) as Any
      expect(whole.message.content).toBe(all('content'))
      expect(whole.message.thinking ?? '').toBe(all('thinking'))
      expect(whole.message.tool_calls ?? []).toEqual(lines.flatMap(({ message }) => message.tool_calls ?? []))
      const { message: _, ...end } = lines.at(-1)
      expect(whole).toMatchObject(end)
    }
  })
})

describe('Ollama’s errors', () => {
  it('are a text, with the size of the prompt if it is too long', () => {
    const refusal = refusalOf(coded('prompt-too-long', { promptTokens: 9000, contextTokens: 4096 }).failure)
    expect(ollamaRefused(refusal)).toEqual({
      error: refusal.message,
      type: 'exceed_context_size_error',
      n_prompt_tokens: 9000,
      n_ctx: 4096,
    })
  })
})
