import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { MessagePart } from '../../../core/contract/chat/message-parts'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { bundledTemplates } from '../../template/testing/bundled-templates'
import { refusedTemplates } from '../../template/testing/rendering-differences'
import { TemplatePrompt } from './template-prompt'

const ends = { bosToken: '<bos>', eosToken: '<eos>' }
const neverUnsafe = { isUnsafe: () => false, endsAnswer: () => false }

const weather = {
  name: 'get_weather',
  description: 'Reports the weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string', description: 'Its name' } }, required: ['city'] },
}

const user = (text: string): PromptMessage => ({ role: 'user', text })
const answered = (text: string, parts?: MessagePart[]): PromptMessage => ({ role: 'assistant', text, ...(parts ? { parts } : {}) })
const conversation = [user(' What is\na cell? '), answered('Space for *one* token. '), user('And a block?')]

const prompts = new Map<string, TemplatePrompt>()
const refused: string[] = []
const templates = bundledTemplates()
beforeAll(async () => {
  if (typeof templates === 'string') return
  for (const [name, source] of templates) {
    try {
      prompts.set(name, await TemplatePrompt.of(source, ends))
    } catch {
      refused.push(name)
    }
  }
}, 120_000)

describe.skipIf(typeof templates === 'string')('the prompt of a bundled template', () => {
  it('has every text of the conversation as a segment of its own, in every template that the renderer can run', () => {
    const expected = conversation.map(({ role, text }, index) => [text.trim(), role, index + 1])
    for (const [name, prompt] of prompts) {
      const segments = prompt.segments(conversation, defaultSampling, neverUnsafe)
      const found = segments.filter(({ isTemplate }) => !isTemplate).map(({ text, holds, message }) => [text.trim(), holds, message])
      expect(found, name).toEqual(expected)
    }
  })

  it('can be rendered for an imported conversation with reasoning, a call and its result, in every template, with control tokens only from the template', () => {
    const imported: PromptMessage[] = [
      user('What time is it?'),
      answered('I look.{"zone":"UTC"}', [
        { type: 'reasoning', from: 0, to: 7, tokens: 0, ms: 0 },
        { type: 'tool-call', from: 7, to: 21, id: 'call00001', name: 'clock', arguments: '{"zone":"UTC"}' },
      ]),
      {
        role: 'tool',
        text: 'noon sharp',
        parts: [{ type: 'tool-result', from: 0, to: 10, id: 'call00001', name: 'clock', isError: false }],
      },
      answered('It is noon.'),
      user('Thank you.'),
    ]
    for (const [name, prompt] of prompts) {
      const segments = prompt.segments(imported, defaultSampling, { isUnsafe: () => true, endsAnswer: () => true })
      const texts = segments.map(({ text }) => text).join('')
      for (const text of ['What time is it?', 'noon sharp', 'It is noon.', 'Thank you.']) expect(texts, name).toContain(text)
      const result = segments.filter(({ text }) => text.includes('noon sharp'))
      expect(
        result.map(({ isTemplate }) => isTemplate),
        name,
      ).toEqual([false])
    }
  })

  it('may end with the last message instead of the beginning of an answer', () => {
    const llama = prompts.get('meta-llama-Llama-3.3-70B-Instruct') as TemplatePrompt
    const textOf = (messages: readonly PromptMessage[], addGenerationPrompt: boolean) =>
      llama
        .segments(messages, { ...defaultSampling, addGenerationPrompt }, neverUnsafe)
        .map(({ text }) => text)
        .join('')
    const header = '<|start_header_id|>assistant<|end_header_id|>\n\n'
    const without = textOf([user('Hi')], false)
    expect(without).not.toContain(header)
    expect(textOf([user('Hi')], true)).toBe(without + header)
    expect(textOf([user('Hi'), answered('Wh')], false)).toBe(`${without}${header}Wh`)
  })

  it('cannot be rendered for eight of the 68 templates', () => {
    expect(refused.sort()).toEqual(Object.keys(refusedTemplates))
    expect(prompts.size + refused.length).toBe(68)
  })

  it('has every text if there was no time to find out what the template can do', async () => {
    const qwen = [...(templates as ReadonlyMap<string, string>)].find(([name]) => name === 'Qwen-Qwen3-0.6B')
    const prompt = await TemplatePrompt.of(qwen?.[1] ?? '', ends, -1)
    expect(prompt.capabilities.thinking).toBeNull()
    const texts = prompt.segments(conversation, defaultSampling, neverUnsafe).filter(({ isTemplate }) => !isTemplate)
    expect(texts.map(({ text }) => text.trim())).toEqual(conversation.map(({ text }) => text.trim()))
  })

  it('has the list of tools as segments of the template that hold tools, in every template that takes tools', () => {
    const takers = [...prompts].filter(([, { capabilities }]) => capabilities.tools)
    for (const [name, prompt] of takers) {
      const plain = prompt.segments(conversation, defaultSampling, neverUnsafe)
      const segments = prompt.segments(conversation, { ...defaultSampling, tools: [weather] }, neverUnsafe)
      const text = (holds: string) => segments.flatMap((segment) => (segment.holds === holds ? [segment.text] : [])).join('')
      expect(text('tools'), name).toContain('get_weather')
      expect(text('tools'), name).toContain('Reports the weather of a city')
      expect(text('template'), name).not.toContain('get_weather')
      const messagesOf = (of: typeof plain) => of.filter(({ isTemplate }) => !isTemplate).map((segment) => segment.text.trim())
      expect(messagesOf(segments), name).toEqual(messagesOf(plain))
      expect(
        segments.every(({ holds, isTemplate }) => holds !== 'tools' || isTemplate),
        name,
      ).toBe(true)
    }
    expect(takers.length).toBeGreaterThan(30)
  })

  it('repeats an answer as the model wrote it if reasoning is kept', () => {
    const wrong: string[] = []
    for (const [name, prompt] of prompts) {
      const { reasoning } = prompt.syntax
      if (!reasoning || reasoning.start === '') continue
      const text = `${reasoning.start}\nIt is one.\n${reasoning.end}\n\nOne token.`
      const prompted = prompt.segments(
        [user('How many?'), answered(text), user('Thanks')],
        { ...defaultSampling, keepReasoning: true },
        neverUnsafe,
      )
      if (
        !prompted
          .map((segment) => segment.text)
          .join('')
          .includes(text)
      )
        wrong.push(name)
    }
    expect(wrong).toEqual([])
  })
})

class GermanFormat extends Intl.DateTimeFormat {
  constructor(locale?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) {
    super(locale ?? 'de', options)
  }
}

it('has the parameters of a tool even if one of them has the name of the method that lists them', async () => {
  const source = `{% for tool in tools or [] %}{% set f = tool.function if tool.function is defined else tool %}{% for name, value in f.parameters.properties.items() %}[{{ name }}: {{ value.type }}]{% endfor %}{% endfor %}{% for m in messages %}({{ m.content }}){% endfor %}`
  const prompt = await TemplatePrompt.of(source, ends)
  const parameters = { type: 'object', properties: { items: { type: 'array' }, city: { type: 'string' } } }
  const settings = { ...defaultSampling, tools: [{ ...weather, parameters }] }
  const texts = prompt.segments([user('Hi')], settings, neverUnsafe).map(({ text }) => text)
  expect(texts.join('')).toBe('[items: array][city: string](Hi)')
})

describe('the date in a prompt', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  it('is in English even if the language of the system is not', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2025, 2, 5, 12) })
    vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: GermanFormat } }))
    const prompt = await TemplatePrompt.of("{{ strftime_now('%d %b %Y') }}, {{ date_string }}: {{ messages[0].content }}", ends)
    const text = prompt.segments([user('Hi')], defaultSampling, neverUnsafe).map((segment) => segment.text)
    expect(text.join('')).toBe('05 Mar 2025, 05 Mar 2025: Hi')
  })
})
