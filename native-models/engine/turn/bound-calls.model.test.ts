/** Calls of the embedded model at a high temperature. */
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MessagePart } from '../../../core/contract/chat/message-parts'
import type { ToolDefinition } from '../../../core/contract/chat/tools'
import type { PromptMessage, StopReason } from '../../../core/contract/chat/turn'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { TurnLog, turnStart } from '../../process/turn-log'
import { LlamaEngine } from '../llama-engine'

const modelPath = fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url))
const weather: ToolDefinition = {
  name: 'get_weather',
  description: 'Get the weather of a city',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string', maxLength: 40 }, days: { type: 'integer', minimum: 1, maximum: 14 } },
    required: ['city', 'days'],
    additionalProperties: false,
  },
}
const timer: ToolDefinition = {
  name: 'set_timer',
  description: 'Set a timer',
  parameters: { type: 'object', properties: { unit: { enum: ['hours', 'minutes'] } }, required: ['unit'], additionalProperties: false },
}
const tools = [weather, timer]
const ajv = new Ajv2020()
const validators = new Map(tools.map(({ name, parameters }) => [name, ajv.compile(parameters)]))

const engine = new LlamaEngine()
beforeAll(async () => {
  await engine.start('cpu')
  await engine.loadModel(modelPath, 0, undefined, () => {}, null)
  await engine.createContext({ settings: { ...defaultKvSettings, threads: 1 }, contextTokens: 2048, predictedBytes: null })
})
afterAll(() => engine.unload())

interface Answered {
  readonly text: string
  readonly parts: readonly MessagePart[]
  readonly calls: readonly Extract<MessagePart, { type: 'tool-call' }>[]
  readonly stopReason: StopReason | undefined
  readonly drafts: number
  readonly promptTokens: number
  readonly reusedTokens: number
}

async function ask(messages: readonly PromptMessage[], change: Partial<SamplingSettings>): Promise<Answered> {
  const log = new TurnLog('t', 'c')
  const sampling = { ...defaultSampling, temperature: 1.5, topK: 0, topP: 1, minP: 0, maxTokens: 150, ...change }
  await engine.answer({ conversationId: 'c', messages: [...messages], sampling, tools, sentAtMs: Date.now() }, [
    { log, signal: new AbortController().signal },
  ])
  const { text, parts = [], metrics } = log.readFrom(turnStart).update
  const { stopReason, speculation, promptTokens = 0, reusedTokens = 0 } = metrics ?? {}
  const calls = parts.filter((part) => part.type === 'tool-call')
  return { text, parts, calls, stopReason, drafts: speculation?.drafted ?? 0, promptTokens, reusedTokens }
}

const user = (text: string): PromptMessage => ({ role: 'user', text })
const forecast = [user('What is the weather in Paris for 3 days?')]
const seeds = Array.from({ length: 12 }, (_, seed) => seed)

async function forecastAnswer(): Promise<PromptMessage[]> {
  const { text } = await ask(forecast, { temperature: 0 })
  return [
    { role: 'assistant', text },
    { role: 'user', text: 'Thank you.' },
    { role: 'assistant', text: 'You are welcome.' },
  ]
}

const isValid = ({ name, arguments: json }: Answered['calls'][number]): boolean => {
  try {
    return validators.get(name)?.(JSON.parse(json)) === true
  } catch {
    return false
  }
}

describe('calls of a model that may call tools', () => {
  it('have known names and valid arguments, but not all of them without the grammar', async () => {
    const free: Answered[] = []
    const bound: Answered[] = []
    for (const seed of seeds) {
      free.push(await ask(forecast, { seed, bindCalls: false }))
      bound.push(await ask(forecast, { seed }))
    }
    const whole = bound.filter(({ text, stopReason }) => text.includes('<tool_call>') && stopReason === 'end-of-text')
    expect(whole.length).toBeGreaterThan(4)
    for (const { calls, text } of whole) {
      expect(calls.length, text).toBeGreaterThan(0)
      expect(calls.every(isValid), text).toBe(true)
    }
    const broken = free.filter(({ text, calls }) => text.includes('<tool_call>') && !(calls.length > 0 && calls.every(isValid)))
    expect(broken.length).toBeGreaterThan(0)
  })

  it('are the same with and without drafts, which pause during a call', async () => {
    const repeated = [...forecast, ...(await forecastAnswer()), ...forecast]
    const plain = await ask(repeated, { temperature: 0 })
    const drafted = await ask(repeated, { temperature: 0, speculation: 'prompt-lookup' })
    expect(drafted.text).toBe(plain.text)
    expect(plain.calls.map(isValid)).toEqual([true])
    expect(drafted.drafts).toBe(0)
    expect((await ask(repeated, { temperature: 0, speculation: 'prompt-lookup', bindCalls: false })).drafts).toBeGreaterThan(0)
  })

  it('stay valid if a stopped call is continued', async () => {
    const whole = await ask(forecast, { seed: 1, temperature: 0 })
    const at = whole.text.indexOf('"name"')
    expect(at).toBeGreaterThan(0)
    const begun: PromptMessage = { role: 'assistant', text: whole.text.slice(0, at) }
    const { parts } = await ask([...forecast, begun], { seed: 3 })
    const [call] = parts.filter((part) => part.type === 'tool-call')
    expect(call?.type === 'tool-call' && isValid(call)).toBe(true)
  })
})

describe('a required call', () => {
  it.each(['off', 'on'] as const)('is the whole answer, even to a question that needs no tool (thinking %s)', async (thinking) => {
    const answers: Answered[] = []
    for (const seed of seeds)
      answers.push(
        await ask([user('Tell me a story about a cat.')], {
          seed,
          thinking,
          reasoningBudgetTokens: 24,
          toolChoice: 'required',
          parallelCalls: false,
        }),
      )
    const whole = answers.filter(({ stopReason }) => stopReason === 'end-of-text')
    expect(whole.length).toBeGreaterThan(4)
    for (const { calls, text } of whole) {
      expect(calls, text).toHaveLength(1)
      expect(calls.every(isValid), text).toBe(true)
    }
  })

  it('is a call to the tool that the tool choice names', async () => {
    const { calls } = await ask(forecast, { seed: 1, toolChoice: { tool: 'set_timer' }, parallelCalls: false })
    expect(calls.map(({ name }) => name)).toEqual(['set_timer'])
  })

  it('is refused if the conversation has no such tool', async () => {
    const failure = await ask(forecast, { toolChoice: { tool: 'no_such_tool' } }).then(() => undefined, failureOf)
    expect(failure).toEqual({ code: 'tools-refused', facts: { reason: { kind: 'unknown-tool', tool: 'no_such_tool' } } })
  })
})

describe('an answer that must not call tools', () => {
  it('never contains the marker of a call, and has the same prompt', async () => {
    const free = await ask(forecast, { temperature: 0 })
    expect(free.calls).toHaveLength(1)
    const forbidden = await ask(forecast, { temperature: 0, toolChoice: 'none' })
    expect(forbidden.promptTokens).toBe(free.promptTokens)
    expect(forbidden.reusedTokens).toBe(free.promptTokens - 1)
    for (const seed of seeds) {
      const { text, calls } = await ask(forecast, { seed, toolChoice: 'none' })
      expect(calls).toEqual([])
      expect(text).not.toContain('<tool_call>')
    }
  })
})
