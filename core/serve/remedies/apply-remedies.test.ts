import { describe, expect, it } from 'vitest'
import type { ToolDefinition } from '../../contract/chat/tools'
import { readMessages } from '../anthropic/read-request'
import type { ChatPrompt } from '../served-request'
import { madeClient } from '../testing/made-events'
import { applyRemedies, hasBillingHeader, noRemedies } from './apply-remedies'

const all = { removeHeader: true, sortTools: true }
const tool = (name: string): ToolDefinition => ({ name, description: '', parameters: { type: 'object' } })
const header = (hash: string) => `x-anthropic-billing-header: cc_version=2.1.37.0d9; cc_entrypoint=cli; cch=${hash};`
const promptOf = (hash: string, names: readonly string[]): ChatPrompt => {
  const { request } = readMessages(
    {
      model: 'pocket',
      max_tokens: 8,
      system: [
        { type: 'text', text: header(hash) },
        { type: 'text', text: 'You are Claude Code.' },
      ],
      messages: [{ role: 'user', content: `Explain ${header(hash)}` }],
      tools: names.map((name) => ({ name, input_schema: { type: 'object' } })),
    },
    madeClient,
  )
  return request.prompt as ChatPrompt
}

describe('remedies', () => {
  it('make two requests of Claude Code with other headers and tool orders begin alike', () => {
    const [one, other] = [promptOf('fa690', ['Read', 'Bash', 'Edit']), promptOf('0aaa9', ['Edit', 'Read', 'Bash'])]
    expect(one.messages[0]).not.toEqual(other.messages[0])
    const [first, second] = [applyRemedies(one, all), applyRemedies(other, all)]
    expect(first.applied).toEqual(['header-removed', 'tools-sorted'])
    const [chat, again] = [first.prompt as ChatPrompt, second.prompt as ChatPrompt]
    expect(chat.messages[0]).toEqual({ role: 'system', text: 'You are Claude Code.' })
    expect(again.messages[0]).toEqual(chat.messages[0])
    expect(chat.tools.map(({ name }) => name)).toEqual(['Bash', 'Edit', 'Read'])
    expect(again.tools).toEqual(chat.tools)
  })
  it('leave what the user wrote as it is', () => {
    expect(applyRemedies(promptOf('fa690', []), all).prompt).toMatchObject({ messages: [{}, { text: `Explain ${header('fa690')}` }] })
  })
  it('change nothing while they are off, or if there is nothing to change', () => {
    const prompt = promptOf('fa690', ['B', 'A'])
    expect(applyRemedies(prompt, noRemedies)).toEqual({ prompt, applied: [] })
    const plain: ChatPrompt = { kind: 'chat', messages: [{ role: 'system', text: 'Hello' }], tools: [tool('A'), tool('B')] }
    expect(applyRemedies(plain, all)).toEqual({ prompt: plain, applied: [] })
    const raw = { kind: 'text', text: header('fa690') } as const
    expect(applyRemedies(raw, all)).toEqual({ prompt: raw, applied: [] })
  })
  it('drop a system message that has only the header', () => {
    const prompt: ChatPrompt = {
      kind: 'chat',
      messages: [
        { role: 'system', text: header('a') },
        { role: 'user', text: 'Hi' },
      ],
      tools: [],
    }
    expect(applyRemedies(prompt, all)).toMatchObject({ prompt: { messages: [{ role: 'user', text: 'Hi' }] }, applied: ['header-removed'] })
  })
  it('know the header in an excerpt of a prompt', () => {
    expect(hasBillingHeader(`…<|system|>\n${header('a')}`)).toBe(true)
    expect(hasBillingHeader('x-request-id: 5')).toBe(false)
  })
})
