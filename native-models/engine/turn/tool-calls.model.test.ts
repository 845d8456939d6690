/** The embedded model was trained to call tools and to think. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ToolDefinition } from '../../../core/contract/chat/tools'
import type { PromptMessage, TurnMetrics } from '../../../core/contract/chat/turn'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { partsOf } from '../../../core/messages/parts-of'
import { TurnLog, turnStart } from '../../process/turn-log'
import { quantizedPocket } from '../../testing/quantized-pocket'
import { LlamaEngine } from '../llama-engine'

const modelPath = await quantizedPocket()
const string = { type: 'string' }
const tools: ToolDefinition[] = [
  {
    name: 'get_weather',
    description: 'Get the weather of a city',
    parameters: { type: 'object', properties: { city: string }, required: ['city'] },
  },
  {
    name: 'set_timer',
    description: 'Set a timer',
    parameters: { type: 'object', properties: { minutes: { type: 'integer' } }, required: ['minutes'] },
  },
]

const engine = new LlamaEngine()
beforeAll(async () => {
  await engine.start('cpu')
  const { chatTemplate } = await engine.loadModel(modelPath, 0, undefined, () => {}, null)
  expect(chatTemplate).toMatchObject({
    source: 'model',
    abilities: { tools: true, toolCalls: true, toolResults: true, reasoning: true, keepsReasoning: false, thinking: 'off' },
  })
  await engine.createContext({ settings: { ...defaultKvSettings, threads: 1 }, contextTokens: 2048, predictedBytes: null })
})
afterAll(() => engine.unload())

async function ask(
  conversationId: string,
  messages: readonly PromptMessage[],
  sampling: Partial<SamplingSettings> = {},
): Promise<{ message: PromptMessage; metrics: TurnMetrics }> {
  const log = new TurnLog('t', conversationId)
  const request = {
    conversationId,
    messages: [...messages],
    sampling: { ...defaultSampling, temperature: 0, maxTokens: 120, ...sampling },
    tools,
    sentAtMs: Date.now(),
  }
  await engine.answer(request, [{ log, signal: new AbortController().signal }])
  const { text, parts, metrics } = log.readFrom(turnStart).update
  if (!metrics) throw new Error('The turn failed')
  return { message: { role: 'assistant', text, ...(parts ? { parts } : {}) }, metrics }
}

const user = (text: string): PromptMessage => ({ role: 'user', text })

describe('a model that calls tools', () => {
  it.each([
    ['What is the weather in Paris?', 'get_weather', { city: 'Paris' }],
    ['Set a timer for 12 minutes.', 'set_timer', { minutes: 12 }],
  ])('answers “%s” with a call', async (question, name, args) => {
    const { message, metrics } = await ask(question, [user(question)])
    const [call, ...others] = partsOf(message).filter(({ type, text }) => type !== 'text' || text.trim() !== '')
    expect(others).toEqual([])
    expect(call).toMatchObject({ type: 'tool-call', name })
    expect(call?.type === 'tool-call' && JSON.parse(call.arguments)).toEqual(args)
    expect(metrics.stopReason).toBe('end-of-text')
  })

  it('reads the result of a call without processing the call again, and answers with it', async () => {
    const question = user('What is the weather in Paris?')
    const { message: called, metrics: first } = await ask('c', [question])
    const call = called.parts?.find((part) => part.type === 'tool-call')
    const text = '{"temperature": 21, "sky": "sunny"}'
    const id = call?.type === 'tool-call' ? call.id : ''
    const result: PromptMessage = { role: 'tool', text, parts: [{ type: 'tool-result', from: 0, id, name: 'get_weather', isError: false }] }
    const { message, metrics } = await ask('c', [question, called, result])
    expect(message.text).toContain('21')
    expect(metrics.reuse).toMatchObject({ cause: 'continued', repeatedTokens: 0 })
    expect(metrics.reusedTokens).toBeGreaterThanOrEqual(first.usedCells - 1)
    const kinds = engine.sampleCaches()[0]?.spans.map(({ holds }) => holds)
    expect(new Set(kinds)).toEqual(new Set(['template', 'tools', 'user', 'tool-call', 'tool-result', 'assistant']))
  })

  it('thinks before it calls if thinking is on', async () => {
    const { message } = await ask('d', [user('What is the weather in Paris?')], { thinking: 'on' })
    const types = partsOf(message)
      .filter(({ text }) => text.trim() !== '')
      .map(({ type }) => type)
    expect(types[0]).toBe('reasoning')
    expect(types.at(-1)).toBe('tool-call')
  })

  it('stops thinking when the budget is used up, although the end of its reasoning is one control token', async () => {
    const { message } = await ask('e', [user('What is the weather in Paris?')], { thinking: 'on', reasoningBudgetTokens: 12 })
    const [reasoning, ...others] = partsOf(message).filter(({ text }) => text.trim() !== '')
    // Headroom writes a line break before the end.
    expect(reasoning).toMatchObject({ type: 'reasoning', tokens: 12 + 1 })
    expect(others.length).toBeGreaterThan(0)
  })
})
