import { describe, expect, it } from 'vitest'
import type { ChatMessage } from './messages'
import { defaultNeeds, templateVariables } from './template-variables'

const say = (role: 'system' | 'user', text: string): ChatMessage => ({ role, parts: [{ type: 'text', text }] })
const called: ChatMessage = {
  role: 'assistant',
  parts: [
    { type: 'reasoning', text: 'Hm.' },
    { type: 'tool-call', id: 'c1', name: 'f', arguments: '{"a": 1}' },
    { type: 'tool-call', id: 'c2', name: 'g', arguments: '{"a": ' },
  ],
}
const rest = { addGenerationPrompt: true, bosToken: '<s>', eosToken: '</s>' }

describe('the variables of a chat template', () => {
  it('hold calls as llama.cpp builds them, with arguments as objects; arguments that are not JSON stay text', () => {
    expect(templateVariables({ messages: [called], ...rest })).toEqual({
      messages: [
        {
          role: 'assistant',
          content: '',
          reasoning_content: 'Hm.',
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'f', arguments: { a: 1 } } },
            { id: 'c2', type: 'function', function: { name: 'g', arguments: '{"a": ' } },
          ],
        },
      ],
      functions: '',
      add_generation_prompt: true,
      bos_token: '<s>',
      eos_token: '</s>',
      enable_thinking: true,
    })
  })
  it('follow what the template needs: arguments as text, another field for reasoning, null instead of empty text', () => {
    const needs = { ...defaultNeeds, arguments: 'string', reasoningField: 'thinking', emptyText: null } as const
    expect(templateVariables({ messages: [called], ...rest }, needs).messages).toMatchObject([
      { content: null, thinking: 'Hm.', tool_calls: [{ function: { arguments: '{"a": 1}' } }, {}] },
    ])
  })
  it('have the system message in front of the next message’s text if the template has no system role', () => {
    const needs = { ...defaultNeeds, systemRole: false }
    expect(templateVariables({ messages: [say('system', 'Be brief.'), say('user', 'Hi')], ...rest }, needs).messages).toEqual([
      { role: 'user', content: 'Be brief.\nHi' },
    ])
    expect(templateVariables({ messages: [say('system', 'Be brief.')], ...rest }, needs).messages).toEqual([])
  })
  it('have the tools as a text too, for Firefunction', () => {
    const tool = { name: 'f', description: 'd', parameters: { type: 'object' as const, properties: {} } }
    const { tools, functions } = templateVariables({ messages: [say('user', 'Hi')], tools: [tool], ...rest })
    expect(tools).toEqual([{ type: 'function', function: tool }])
    expect(JSON.parse(String(functions))).toEqual(tools)
  })
  it('have one message per tool result, and no list of tools if there are no tools', () => {
    const results: ChatMessage = {
      role: 'tool',
      parts: [
        { type: 'tool-result', id: 'c1', name: 'f', text: '1' },
        { type: 'tool-result', id: 'c2', name: 'g', text: '2' },
      ],
    }
    const variables = templateVariables({ messages: [results], tools: [], ...rest, settings: { enable_thinking: false } })
    expect(variables).not.toHaveProperty('tools')
    expect(variables.enable_thinking).toBe(false)
    expect(variables.messages).toEqual([
      { role: 'tool', name: 'f', tool_call_id: 'c1', content: '1' },
      { role: 'tool', name: 'g', tool_call_id: 'c2', content: '2' },
    ])
  })
})
