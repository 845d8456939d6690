import { beforeEach, describe, expect, it } from 'vitest'
import type { PromptMessage, TurnRequest } from '../../../core/contract/chat/turn'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { type ContextIdentity, TurnMemory } from './turn-memory'

const context: ContextIdentity = { modelPath: '/a.gguf', chatTemplate: null, settings: defaultKvSettings }
const hello: PromptMessage = { role: 'user', text: 'hello' }
const turn = (conversationId: string, ...messages: PromptMessage[]): TurnRequest => ({
  turnId: 't',
  conversationId,
  messages,
  sampling: defaultSampling,
  sentAtMs: 0,
})
const later = turn('c', hello, { role: 'assistant', text: 'hi' }, { role: 'user', text: 'and now' })

describe('TurnMemory', () => {
  let memory: TurnMemory
  beforeEach(() => {
    memory = new TurnMemory()
    memory.contextCreated(context)
  })

  it('distinguishes a first turn from a conversation that is older than the engine', () => {
    expect(memory.before(0, turn('c', hello), false).absence).toBe('first-turn')
    expect(memory.before(0, later, false).absence).toBe('engine-started')
  })
  it('knows the messages in the sequence, including the answer', () => {
    memory.holds(0, turn('c', hello), 'hi')
    expect(memory.before(0, later, true)).toEqual({
      absence: null,
      heldMessages: [hello, { role: 'assistant', text: 'hi' }],
      toolsChanged: false,
    })
  })
  it('says whether a prompt has other tools than the sequence', () => {
    const tool = { name: 'look_up', description: 'Looks up a word', parameters: {} }
    memory.holds(0, { ...turn('c', hello), tools: [tool] }, 'hi')
    expect(memory.before(0, { ...later, tools: [tool] }, true).toolsChanged).toBe(false)
    expect(memory.before(0, later, true).toolsChanged).toBe(true)
    expect(memory.hasTools(0, [tool])).toBe(true)
    expect(memory.hasTools(0, undefined)).toBe(false)
  })
  it('joins the rest of a continued answer to its beginning', () => {
    memory.holds(0, turn('c', hello, { role: 'assistant', text: 'hi' }), ' there')
    expect(memory.before(0, later, true).heldMessages?.at(-1)?.text).toBe('hi there')
  })
  it('never returns the messages of another conversation', () => {
    memory.holds(0, turn('d', hello), 'hi')
    expect(memory.before(0, later, true)).toEqual({ absence: null, heldMessages: null })
  })
  it('says whether another conversation took the sequence, or why the context was replaced', () => {
    memory.holds(0, turn('c', hello), 'hi')
    expect(memory.before(0, later, false).absence).toBe('other-conversation')
    memory.contextCreated({ ...context })
    expect(memory.before(0, later, false).absence).toBe('context-recreated')
    memory.contextCreated({ ...context, settings: { ...defaultKvSettings, keyType: 'q8_0' } })
    expect(memory.before(0, later, false).absence).toBe('settings-changed')
    memory.contextCreated({ ...context, chatTemplate: '{{ messages }}' })
    expect(memory.before(0, later, false).absence).toBe('settings-changed')
    memory.contextCreated({ ...context, modelPath: '/b.gguf' })
    expect(memory.before(0, later, false).absence).toBe('model-changed')
  })
})
