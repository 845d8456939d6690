import { readFileSync } from 'node:fs'
import { Template } from '@huggingface/jinja'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Render } from '../../core/answer-syntax/render'
import { calls, reasoning, roundTrip, text } from '../../core/answer-syntax/testing/round-trip'
import { summaryOf } from '../../core/answer-syntax/testing/summary'
import type { ReasoningSettings } from '../../core/contract/settings/sampling'
import { abilitiesOf } from '../engine/prompt/abilities'
import { TemplatePrompt } from '../engine/prompt/template-prompt'

const source = readFileSync(new URL('recipe/chat_template.jinja', import.meta.url), 'utf8')
const template = new Template(source)
const render: Render = async (variables) => ({ text: template.render(JSON.parse(JSON.stringify(variables))) })
const unset: ReasoningSettings = { thinking: 'auto', reasoningEffort: null, keepReasoning: null }

let prompt: TemplatePrompt
beforeAll(async () => {
  prompt = await TemplatePrompt.of(source, { bosToken: '<|bos|>', eosToken: '<|im_end|>' })
})

describe('the chat template of the embedded model', () => {
  it('writes tools, calls, results and reasoning, and its syntax is derived', () => {
    expect(summaryOf(prompt.capabilities, prompt.syntax)).toBe(
      'system tools calls results reasoning_content history-optional | enable_thinking=true/false (off) preserve_thinking=true (off) | <think>…</think> | <tool_call> {name, arguments} </tool_call> | derived',
    )
    expect(abilitiesOf(prompt.capabilities)).toEqual({
      systemRole: true,
      tools: true,
      toolCalls: true,
      parallelCalls: true,
      toolResults: true,
      reasoning: true,
      keepsReasoning: false,
      thinking: 'off',
      efforts: [],
    })
  })

  it('is plain ChatML without tools and settings', () => {
    const messages = [
      { role: 'system' as const, text: 'Be short.' },
      { role: 'user' as const, text: ' Hello\nthere ' },
      { role: 'assistant' as const, text: 'Hi!' },
      { role: 'user' as const, text: 'Bye' },
    ]
    const written = prompt.segments(messages, unset, { isUnsafe: () => false, endsAnswer: () => false })
    expect(written.map((segment) => segment.text).join('')).toBe(
      '<|im_start|>system\nBe short.<|im_end|>\n<|im_start|>user\n Hello\nthere <|im_end|>\n<|im_start|>assistant\nHi!<|im_end|>\n<|im_start|>user\nBye<|im_end|>\n<|im_start|>assistant\n',
    )
  })

  it('opens reasoning only if thinking is on', () => {
    expect(prompt.openingOf(unset)).toBe('')
    expect(prompt.openingOf({ ...unset, thinking: 'off' })).toBe('')
    expect(prompt.openingOf({ ...unset, thinking: 'on' })).toBe('<think>\n')
  })

  it.each([
    ['text', [text]],
    ['reasoning and text', [reasoning, text]],
    ['a call', calls.slice(0, 1)],
    ['text and two calls', [text, ...calls]],
    ['reasoning and two calls', [reasoning, ...calls]],
  ])('writes an answer of %s so that it can be divided again', async (_, parts) => {
    const trip = await roundTrip(render, prompt.syntax, prompt.capabilities.needs, parts)
    expect(trip?.expected).toHaveLength(parts.length)
    expect(trip?.found).toEqual(trip?.expected)
  })

  it('lists each tool with its description first, then the form of a call, as in training', () => {
    const parameters = {
      type: 'object',
      properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['small', 'large'] }, days: { type: 'integer' } },
      required: ['city', 'unit'],
    }
    const tools = [
      { type: 'function', function: { name: 'get_weather', description: 'Get the weather of a city', parameters } },
      { type: 'function', function: { name: 'get_time', description: 'Get the time' } },
    ]
    expect(template.render({ messages: [{ role: 'system', content: 'Be short.' }], tools, add_generation_prompt: false })).toBe(
      `<|im_start|>system
Be short.

You can call these tools:
Get the weather of a city: {"name": "get_weather", "arguments": {"city": string, "unit": "small"|"large", "days": integer?}}
Get the time: {"name": "get_time", "arguments": {}}<|im_end|>
`,
    )
  })
})
